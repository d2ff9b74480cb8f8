"""Countries with their adjectives, and other names of places: “Irish” in a sentence and “Ireland” are one."""

from __future__ import annotations

from functools import cache

_PLACES = """
afghanistan=afghan albania=albanian algeria=algerian angola=angolan argentina=argentine=argentinian armenia=armenian
australia=australian austria=austrian azerbaijan=azerbaijani bangladesh=bangladeshi belarus=belarusian belgium=belgian
benin bolivia=bolivian bosnia=bosnian botswana brazil=brazilian britain=british=uk=kingdom bulgaria=bulgarian
burundi cambodia=cambodian cameroon=cameroonian canada=canadian chad chile=chilean=chileans china=chinese
colombia=colombian congo=congolese croatia=croatian cuba=cuban cyprus=cypriot czechia=czech denmark=danish=danes
ecuador=ecuadorian egypt=egyptian england=english eritrea=eritrean estonia=estonian ethiopia=ethiopian finland=finnish
france=french gabon gambia=gambian georgia=georgian germany=german=germans ghana=ghanaian greece=greek
guatemala=guatemalan guinea=guinean haiti=haitian honduras=honduran hungary=hungarian iceland=icelandic india=indian
indonesia=indonesian iran=iranian iraq=iraqi ireland=irish israel=israeli italy=italian jamaica=jamaican japan=japanese
jordan=jordanian kazakhstan=kazakh kenya=kenyan=kenyans kosovo kuwait=kuwaiti laos latvia=latvian lebanon=lebanese
liberia=liberian libya=libyan lithuania=lithuanian luxembourg madagascar malawi=malawian malaysia=malaysian mali=malian
malta=maltese mexico=mexican=mexicans moldova=moldovan mongolia=mongolian morocco=moroccan mozambique=mozambican
myanmar=burmese namibia=namibian nepal=nepali=nepalese netherlands=dutch zealand nicaragua=nicaraguan niger
nigeria=nigerian norway=norwegian oman=omani pakistan=pakistani panama=panamanian paraguay=paraguayan peru=peruvian
philippines=philippine=filipino poland=polish portugal=portuguese qatar=qatari romania=romanian russia=russian
rwanda=rwandan scotland=scottish senegal=senegalese serbia=serbian singapore=singaporean slovakia=slovak
slovenia=slovenian somalia=somali spain=spanish sudan=sudanese sweden=swedish switzerland=swiss syria=syrian
taiwan=taiwanese tajikistan=tajik tanzania=tanzanian thailand=thai togo tunisia=tunisian turkey=turkish uganda=ugandan
ukraine=ukrainian uruguay=uruguayan uzbekistan=uzbek venezuela=venezuelan vietnam=vietnamese wales=welsh yemen=yemeni
zambia=zambian zimbabwe=zimbabwean korea=korean america=american=us=usa=states
europe=european africa=african asia=asian
london paris berlin madrid rome vienna tokyo beijing shanghai delhi mumbai bengaluru=bangalore hyderabad chennai kolkata
moscow istanbul cairo lagos nairobi johannesburg sydney melbourne toronto montreal chicago boston houston california
texas florida york amsterdam brussels stockholm oslo copenhagen helsinki warsaw prague budapest athens lisbon dublin
zurich geneva milan barcelona munich hamburg lima bogota santiago caracas dhaka karachi lahore manila jakarta hanoi
bangkok seoul osaka maharashtra gujarat kerala punjab bihar andalusia catalonia bavaria ontario quebec queensland
victoria tasmania
"""


@cache
def _names() -> dict[str, str]:
    return {form: group.split("=")[0] for group in _PLACES.split() for form in group.split("=")}


def place(word: str) -> str | None:
    """The place that a lower-case word names or is the adjective of: “irish” is “ireland”; None for all else."""
    return _names().get(word)
