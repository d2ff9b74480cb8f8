"""Things of one kind, which a sentence must not put in one another's place: mice for rats, Belgium for the Netherlands.

By hand and never complete; words joined by “=” mean the same. Plurals in s are understood.
"""

from __future__ import annotations

from functools import cache

from core.language.clauses import stem

_KINDS = {
    "animal": (
        "mouse=mice=murine rat rabbit pig=swine dog=canine cat=feline monkey=macaque zebrafish hamster sheep=ovine"
        " cow=cattle=bovine chicken=poultry horse=equine goat fly=drosophila worm bee fish"
    ),
    "wild animal": (
        "wolf=wolves bear fox=foxes deer lynx boar elk moose"
        " seal whale dolphin shark salmon trout cod tuna squid crab lobster mussel oyster bat owl eagle penguin gull"
        " sparrow pigeon duck goose=geese turtle frog snake lizard ant spider butterfly=butterflies elephant lion tiger"
        " gorilla chimpanzee sponge coral jellyfish lemur ferret"
    ),
    "plant": (
        "oak beech pine spruce birch maple eucalyptus bamboo fern moss lichen mushroom=fungus=fungi algae seaweed grass"
        " olive vine grape apple pear banana mango citrus tomato=tomatoes cabbage lettuce onion bean pea lentil"
    ),
    "microbe": (
        "coli salmonella listeria staphylococcus streptococcus pseudomonas lactobacillus yeast candida aspergillus"
        " plasmodium rotavirus norovirus adenovirus"
    ),
    "body of the sky": (
        "mercury venus earth mars jupiter saturn uranus neptune pluto moon sun comet asteroid meteorite galaxy nebula"
    ),
    "landscape": (
        "river=stream lake sea=ocean mountain glacier desert island beach valley canyon reef forest=woodland"
        " swamp=marsh motorway=highway=road railway canal bridge tunnel harbour=port airport=runway dam"
    ),
    "building": "abbey=monastery castle palace temple church=cathedral mosque museum theatre library stadium villa",
    "service": "police=policeman fire ambulance army navy court prosecutor probation coastguard",
    "sport": (
        "marathon sprint swimming cycling rowing football=soccer rugby tennis basketball cricket hockey golf boxing"
        " wrestling judo skiing gymnastics triathlon"
    ),
    "instrument of music": "piano violin cello flute guitar trumpet drum organ harp clarinet",
    "evidence of the past": "pollen isotope radiocarbon dendrochronology pottery coin inscription parchment papyrus",
    "aircraft": "airliner helicopter drone glider balloon rocket satellite",
    "weather": "rain=rainfall=precipitation snow=snowfall hail fog wind drought flood=flooding storm=hurricane=typhoon",
    "statistical method": (
        "regression anova bootstrap interview=interviews questionnaire ethnography interpolation extrapolation"
    ),
    "person by age": (
        "child=children=pupil=kid=paediatric=pediatric=toddler adult infant=newborn=neonate=neonatal=baby=babies"
        " adolescent=teenager elderly"
    ),
    "person by sex": "woman=women=female=girl=mother=maternal=wife man=men=male=boy=father=paternal=husband",
    "occupation": (
        "nurse=nursing physician=doctor=medic teacher=educator welder electrician plumber carpenter"
        " farmer=smallholder driver engineer lawyer cook=chef miner fisherman=fisher accountant clerk=secretary"
        " manager cleaner carer baker butcher mason painter tailor programmer=developer pharmacist dentist"
        " midwife=midwives ophthalmologist=eye radiologist surgeon psychologist therapist librarian journalist"
        " soldier policeman=police firefighter pilot waiter=waitress cashier technician scientist researcher"
        " professor student=pupil"
    ),
    "occupation's field": (
        "nursing pharmacy=pharmaceutical medicine law accounting dentistry teaching surgery radiology=radiological"
        " cardiology"
    ),
    "organ": (
        "liver=hepatic kidney=renal heart=cardiac=coronary lung=pulmonary=respiratory brain=cerebral=cerebrum"
        " skin=dermal=cutaneous stomach=gastric pancreas=pancreatic breast=mammary prostate colon=colorectal=bowel"
        " bladder thyroid bone=skeletal ovary=ovarian eye=ocular=retinal=retina ear muscle=muscular spleen hip knee"
        " shoulder wrist spine=spinal"
    ),
    "illness": (
        "diabetes=diabetic asthma stroke cancer=tumour=tumor=carcinoma hypertension depression=depressive"
        " dementia=alzheimer malaria tuberculosis influenza=flu pneumonia hepatitis arthritis obesity=obese"
        " anaemia=anemia epilepsy migraine insomnia schizophrenia glaucoma retinopathy cataract osteoporosis sepsis"
        " cough fever headache nausea diarrhoea=diarrhea constipation vomiting fatigue dizziness fracture anxiety"
        " eczema psoriasis bronchitis autism parkinson leukaemia=leukemia lymphoma melanoma covid measles cholera"
        " dengue ebola"
    ),
    "medicine": (
        "insulin aspirin metformin warfarin heparin paracetamol=acetaminophen ibuprofen morphine penicillin"
        " placebo=sham vaccine steroid=corticosteroid antibiotic antidepressant statin chemotherapy radiotherapy"
        " surgery psychotherapy calcium iron zinc magnesium vitamin omega ketamine lithium caffeine nicotine"
        " codeine tramadol fentanyl cannabis"
        " cortisone melatonin testosterone oestrogen=estrogen progesterone levodopa clozapine digoxin furosemide"
        " amiodarone"
    ),
    "habit": "smoking=smoker=tobacco alcohol=drinking diet=nutrition exercise sleep gambling coffee tea",
    "element": (
        "lead=pb tin=sn silicon=si lithium=li sodium=na potassium=k magnesium=mg calcium=ca copper=cu silver=ag"
        " gold=au iron=fe zinc=zn nickel=ni cobalt=co manganese=mn aluminium=aluminum=al titanium=ti tungsten=w"
        " vanadium=v chromium=cr carbon=c nitrogen=n oxygen=o hydrogen=h sulphur=sulfur=s selenium=se tellurium=te"
        " bismuth=bi boron=b phosphorus=p chlorine=cl bromine=br iodine=i fluorine=f germanium=ge gallium=ga"
        " indium=in caesium=cesium=cs rubidium=rb platinum=pt palladium=pd cadmium=cd mercury=hg arsenic=as helium=he"
        " argon=ar neon=ne uranium=u thorium=th niobium=nb molybdenum=mo zirconium=zr lanthanum=la cerium=ce"
    ),
    "material": (
        "perovskite silica graphene graphite glass polymer=plastic ceramic wood cotton maize=corn wheat rice steel"
        " concrete cellulose polyimide pet polystyrene polyethylene rubber paper wool silk leather foil nanotube"
        " nanowire quartz clay soybean soy barley potato sugarcane coffee cocoa oil gas coal"
    ),
    "part of a cell": "cathode anode electrolyte separator electrode",
    "medium": "air nitrogen water vacuum oxygen ethanol seawater soil blood urine saliva plasma serum",
    "method of looking": (
        "electron neutron optical ultrasound x-ray mri tomography spectroscopy diffraction microscopy chromatography"
    ),
    "model": (
        "transformer convolutional=cnn recurrent=rnn=lstm forest tree svm=vector regression perceptron bayes"
        " boosting diffusion kernel autoencoder gan"
    ),
    "machine": "gpu cpu tpu fpga phone=smartphone=mobile laptop server tablet computer",
    "store": "ram flash disk=hdd ssd cache tape",
    "index": "b-tree hash=hashing trie bitmap tree list array",
    "medium of data": "image=picture=photo text=textual speech=spoken=audio video table=tabular face music",
    "school subject": (
        "mathematics=math=maths=arithmetic reading=read writing science english history physics chemistry biology"
        " geography ethics"
    ),
    "school": (
        "school=classroom university=college kindergarten=nursery hospital=clinic prison factory=plant farm=farming"
    ),
    "sector": (
        "hospitality=hotel=restaurant retail=shop agriculture=agricultural=farming manufacturing construction"
        " insurance banking=bank travel=tourism transport mining education healthcare=health energy fishing forestry"
        " textile media publishing software logistics telecommunications automotive"
    ),
    "money": "dollar euro pound rupee peso yen yuan franc real rand shilling",
    "pay": "wage=salary=salaries=pay=earnings profit price=prices rent tax=taxes tip bonus pension interest",
    "language": (
        "english french german spanish hindi chinese=mandarin arabic portuguese russian japanese italian bengali"
        " urdu swahili tamil telugu korean dutch turkish"
    ),
    "direction": "north=northern south=southern east=eastern west=western",
    "settlement": "rural=village=countryside urban=city=cities=town suburban=suburb coastal=coast mountain",
    "season": "spring summer autumn=fall_season winter monsoon",
    "month": "january february march_month april june july august september october november december",
    "weekday": "monday tuesday wednesday thursday friday saturday sunday",
    "vehicle": (
        "car=cars=automobile bus=buses bicycle=bike=cycling train=rail=railway aeroplane=airplane=aircraft ship"
        " truck=lorry motorcycle=scooter tram van"
    ),
    "source of power": "solar=photovoltaic wind nuclear hydropower=hydro coal gas biomass geothermal diesel",
    "part of a house": "roof=rooftop wall window floor door basement balcony",
    "insect or pest": "bollworm aphid locust beetle mosquito moth mite weevil",
    "gas or dust": "pm2 no2 co2 ozone so2 methane carbon dioxide ammonia",
    "degree": "doctorate=phd=doctoral master bachelor diploma certificate apprenticeship",
    "programming language": "python java javascript rust julia matlab scala sql perl fortran",
    "kin": "mother=maternal father=paternal grandmother grandfather sibling brother sister aunt uncle",
    "household head": "widow single married divorced",
    "institution": (
        "union government=state=federal church court parliament ministry army police employer firm=company bank ngo"
        " charity"
    ),
    "time of day": "night=nocturnal daytime=day morning evening afternoon",
    "colour": "red green blue yellow black white grey=gray orange purple brown pink",
    "shape of thing": "nanoparticle nanowire nanotube nanosheet film layer crystal powder fibre=fiber foam membrane",
    "owner": "owner=proprietor tenant=renter lodger landlord",
    "kind of error": "precision recall sensitivity specificity accuracy latency throughput perplexity",
    "attribute": "income education age weight height gender religion ethnicity race",
    "breathing aid": "oxygen ventilation=ventilator",
}  # fmt: skip

# Kinds of which the passage must hold the very thing, whether or not it speaks of another one of the kind.
_STRICT = frozenset(
    (
        "animal", "illness", "medicine", "month", "weekday", "language", "organ", "element", "insect or pest",
        "programming language",
    )
)  # fmt: skip

_MEDICINES = (
    "mab", "nib", "tinib", "statin", "pril", "sartan", "cillin", "mycin", "azole", "olol", "gliptin", "gliflozin",
    "glutide", "xaban", "gatran", "vir", "oxacin", "setron", "dipine", "orexant", "parin", "zolam", "zepam", "triptan",
    "pidem", "oxetine", "caine", "platin", "rubicin", "taxel", "ciclib", "cycline",
)  # fmt: skip


@cache
def _members() -> dict[str, list[tuple[str, str]]]:
    """For each stem the kinds it is of, each with the stem that stands for all that mean the same."""
    found: dict[str, list[tuple[str, str]]] = {}
    for kind, members in _KINDS.items():
        for group in members.split():
            forms = group.split("=")
            for form in forms:
                for key in (form, f"{form}s", f"{form}es"):
                    entry = (kind, stem(forms[0]))
                    if entry not in found.setdefault(key, []):
                        found[key].append(entry)
    return found


def kinds(word: str) -> list[tuple[str, str]]:
    """The kinds that a lower-case word is of: (kind, the word that stands for it); nothing for most words."""
    known = _members()
    found = known.get(word, [])
    if not found and len(word) > 6 and word.endswith(_MEDICINES):
        return [("medicine", stem(word))]
    return found


def is_strict(kind: str) -> bool:
    """Whether a thing of this kind must itself occur in the passage."""
    return kind in _STRICT


def same_meaning(one: str, other: str) -> bool:
    """Whether two lower-case words are listed as meaning the same (kidney, renal)."""
    return not set(kinds(one)).isdisjoint(kinds(other))
