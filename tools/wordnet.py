"""WordNet's nouns, their senses sorted into kinds of things.

A sense falls into the kind of `KINDS` that its nearest listed hypernym has, else into that of its lexicographer file.

C. Fellbaum (ed.), "WordNet: An Electronic Lexical Database", MIT Press 1998.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

__all__ = ["FILES", "KINDS", "WordNet"]

#: Kind -> sense keys (without the two last, always empty, fields) of the synsets whose hyponyms are of that kind. The order
#: decides between equally near ones.
KINDS: Final[dict[str, str]] = {
    "language": "language%1:10:00 dialect%1:10:00",
    "performer": "performer%1:18:00 musician%1:18:00 entertainer%1:18:00",
    "role": "leader%1:18:00 superior%1:18:01 superior%1:18:02 head%1:18:00 officer%1:18:01 official%1:18:01 ruler%1:18:00 "
    "administrator%1:18:00 military_officer%1:18:00 chief_of_state%1:18:00",
    "person": "person%1:03:00 people%1:14:00 imaginary_being%1:18:00 spiritual_being%1:18:00 worker%1:18:00 soldier%1:18:00 "
    "follower%1:18:00 expert%1:18:00",
    "animal": "animal%1:03:00",
    "cover": "blanket%1:06:00 awning%1:06:00 roof%1:06:00 umbrella%1:06:00 canopy%1:06:00 bed_clothing%1:06:00 "
    "cloth_covering%1:06:00 tarpaulin%1:06:00 cushion%1:06:00 pillow%1:06:00 veil%1:06:00",
    "craft": "craft%1:06:00 public_transport%1:06:00 ballistic_capsule%1:06:00 autobus%1:06:00 space_station%1:06:00 "
    "spacecraft%1:06:00 cable_car%1:06:00 raft%1:06:00 elevated_railway%1:06:00",
    "vehicle": "vehicle%1:06:00 saddle_horse%1:05:00 horse%1:05:00 camel%1:05:00 donkey%1:05:00 mule%1:05:00 conveyance%1:06:00",
    "clothing": "clothing%1:06:00 footwear%1:06:00 footwear%1:06:01 garment%1:06:00 jewelry%1:06:00 armor%1:06:00 "
    "body_armor%1:06:00 spectacles%1:06:00 life_jacket%1:06:00 helmet%1:06:01 belt%1:06:01 mask%1:06:00 glove%1:06:00",
    "room": "room%1:06:00 area%1:06:00 floor%1:06:01 compartment%1:06:00 hall%1:06:01 hallway%1:06:00 corridor%1:06:00 "
    "balcony%1:06:02 porch%1:06:00 staircase%1:06:00 storey%1:06:00",
    "upright": "wall%1:06:00 partition%1:06:00 screen%1:06:06 screen%1:06:04 blackboard%1:06:00 bulletin_board%1:06:00 "
    "window%1:06:01 windowpane%1:06:00 ceiling%1:06:00 control_panel%1:06:00 dashboard%1:06:00 scoreboard%1:06:00",
    "surface": "floor%1:06:00 board%1:06:02 board%1:06:03 platform%1:06:00 horizontal_surface%1:06:00 floor_cover%1:06:00 "
    "tile%1:06:00 table_linen%1:06:00 paved_surface%1:06:00 stairs%1:06:00 walk%1:06:00",
    "furniture": "furniture%1:06:00 furnishing%1:06:00 shelf%1:06:00 rack%1:06:00 stand%1:06:03 mattress%1:06:00 "
    "windowsill%1:06:00 mantel%1:06:00 pedestal%1:06:00 stove%1:06:01 hammock%1:06:00",
    "building": "building%1:06:00 housing%1:06:00 building_complex%1:06:00 establishment%1:06:00 shelter%1:06:00 school%1:14:00 "
    "educational_institution%1:14:00 depository%1:06:00 tower%1:06:00 fortification%1:06:00 "
    "defensive_structure%1:06:00 stadium%1:06:00 workplace%1:06:00 medical_institution%1:14:00 laboratory%1:06:00 "
    "gymnasium%1:06:00 studio%1:06:00",
    "list": "list%1:10:00 table%1:14:00 map%1:06:00 database%1:10:00 register%1:10:00 schedule%1:10:00 program%1:10:00 "
    "menu%1:10:00",
    "picture": "picture%1:06:00 picture%1:06:01 painting%1:06:00 photograph%1:06:00 stamp%1:10:00 stamp%1:06:00 "
    "sculpture%1:06:00 graphic_art%1:06:00 drawing%1:06:00 flag%1:06:00 coin%1:21:02 coinage%1:21:00 "
    "paper_money%1:21:00 poster%1:10:00 card%1:10:00 playing_card%1:06:00 advertisement%1:10:00 emblem%1:10:00 "
    "mosaic%1:06:01 tapestry%1:06:00 print%1:06:01 caricature%1:10:00 cartoon%1:10:00 portrait%1:10:00 "
    "illustration%1:10:00 billboard%1:06:00 signboard%1:06:00 placard%1:10:00",
    "work": "movie%1:10:00 dramatic_composition%1:10:00 literary_composition%1:10:00 story%1:10:03 music%1:10:00 "
    "musical_composition%1:10:00 show%1:10:00 fiction%1:10:00 video%1:10:00 news%1:10:00 joke%1:10:00 "
    "comedy%1:10:00 drama%1:10:00 psalm%1:10:00 stanza%1:10:00 poem%1:10:00 chapter%1:10:00",
    "text": "essay%1:10:00 biography%1:10:00 treatise%1:10:00 report%1:10:03 article%1:10:00 review%1:10:00 "
    "cartoon_strip%1:10:00 comic_strip%1:10:00 e-mail%1:10:00 narrative%1:10:00 account%1:10:00 obituary%1:10:00 "
    "recipe%1:10:00 interview%1:10:00 column%1:10:00 thesis%1:10:01 leaflet%1:10:00 summary%1:10:00",
    "document": "publication%1:10:00 document%1:06:00 document%1:10:00 book%1:06:00 letter%1:10:00 paper%1:10:01 "
    "correspondence%1:10:00 notebook%1:06:00 newspaper%1:10:00 newspaper%1:06:00 periodical%1:10:00 press%1:10:00 "
    "diary%1:10:00 record%1:21:00 card%1:10:01 notice%1:10:00 note%1:10:02 religious_text%1:10:00 sheet%1:06:00 "
    "paper%1:27:00 blank%1:10:00 form%1:10:02 sound_recording%1:06:00 recording%1:06:00 written_record%1:10:00 "
    "file%1:10:00 print_media%1:10:00 telegram%1:10:00 folder%1:10:00",
    "inscription": "symbol%1:10:00 mark%1:10:00 written_symbol%1:10:00 writing%1:10:02 word%1:10:00 name%1:10:00 line%1:10:02 "
    "language_unit%1:10:00 inscription%1:10:00 sign%1:10:00 label%1:10:00 tattoo%1:06:00 section%1:10:00 "
    "paragraph%1:10:00 footnote%1:10:00 blemish%1:07:00 wound%1:26:00 scar%1:26:00 bruise%1:26:00 stain%1:07:00 "
    "dent%1:25:00 crack%1:17:00 design%1:06:00 motto%1:10:00 slogan%1:10:00 caption%1:10:00 sentence%1:10:00 "
    "mark%1:10:03",
    "medium": "medium%1:10:00 broadcasting%1:10:00 telecommunication%1:10:00 telephone%1:06:00 television_receiver%1:06:00 "
    "radio_receiver%1:06:00 computer%1:06:00 network%1:06:01 display%1:06:01 web_site%1:10:00 data_file%1:10:00 "
    "blog%1:10:00 computer_network%1:06:00 magnetic_tape%1:06:00 channel%1:10:01 videotape%1:06:00",
    "packaging": "drinking_vessel%1:06:00 crockery%1:06:00 cup%1:06:00 bowl%1:06:00 bowl%1:06:01 jug%1:06:00 vase%1:06:00 "
    "mug%1:06:00 tray%1:06:00 kettle%1:06:01 plate%1:06:01 dish%1:06:00 pot%1:06:00 teapot%1:06:00 pitcher%1:06:00",
    "container": "container%1:06:00 receptacle%1:06:00 enclosure%1:06:00 white_goods%1:06:00 oven%1:06:00 sink%1:06:00 "
    "bathtub%1:06:00 drawer%1:06:00 cupboard%1:06:00 cabinet%1:06:00 cage%1:06:00 pan%1:06:01 cooking_pan%1:06:00 "
    "sheath%1:06:00 wardrobe%1:06:00 tent%1:06:00 baby_bed%1:06:00 nest%1:17:00",
    "road": "way%1:06:00 road%1:06:00",
    "water": "body_of_water%1:17:00",
    "body": "body_part%1:08:00 body%1:08:00",
    "landform": "geological_formation%1:17:00 land%1:17:00 land%1:17:01 vegetation%1:14:00 forest%1:17:00 biome%1:14:00 "
    "desert%1:15:00 rock%1:17:01 depression%1:17:00 grassland%1:15:00 jungle%1:15:00 gap%1:17:00",
    "region": "district%1:15:00 city%1:15:00 country%1:15:00 state%1:15:00 geographical_area%1:15:00 land%1:15:02 "
    "municipality%1:15:00 continent%1:17:00 village%1:14:00 settlement%1:15:00 region%1:15:01",
    "place": "tract%1:15:00 facility%1:06:00 region%1:15:00 location%1:03:00 geographic_point%1:15:00 center%1:06:00 "
    "garden%1:06:01 yard%1:06:00 courtyard%1:06:00 patio%1:06:00 lay-by%1:06:00 entrance%1:06:00 "
    "marketplace%1:06:00 camp%1:06:00 camp%1:06:01 resort%1:15:01 mine%1:06:00 excavation%1:06:00 seating%1:06:00 "
    "dock%1:06:00 airfield%1:06:00",
    "structure": "structure%1:06:00 upright%1:06:01 post%1:06:00 well%1:06:00 pole%1:06:00 gallows%1:06:00 trap%1:06:00 "
    "memorial%1:06:00 gravestone%1:06:00 statue%1:06:00 pillar%1:06:00 column%1:06:00 column%1:06:01 tunnel%1:06:00 "
    "mast%1:06:00",
    "food": "food%1:03:00 food%1:13:00 beverage%1:13:00 edible_fruit%1:13:00 vegetable%1:13:00",
    "substance": "substance%1:03:00 material%1:27:00 fluid%1:27:00 coating%1:06:00 paint%1:06:00",
    "plant": "plant%1:03:00 fungus%1:20:00 plant_part%1:20:00",
    "institution": "institution%1:14:00 organization%1:14:00 administration%1:14:00 polity%1:14:00 enterprise%1:14:00 "
    "court%1:14:00 general_assembly%1:14:00 legislature%1:14:00 agency%1:14:00 company%1:14:01",
    "group": "gathering%1:14:00 musical_organization%1:14:00 team%1:14:00 kin%1:14:00 crowd%1:14:00 unit%1:14:00 "
    "army_unit%1:14:00 military_unit%1:14:00 crew%1:14:01 company%1:14:02 procession%1:04:00",
    "event": "social_event%1:11:00 contest%1:11:00 ceremony%1:11:00 party%1:14:00 meeting%1:14:00 ceremony%1:04:00 "
    "celebration%1:04:00 affair%1:11:00 course%1:04:01 performance%1:10:00 social_gathering%1:14:00 meeting%1:11:00 "
    "show%1:04:00 battle%1:04:00 war%1:04:00 meal%1:13:00 sale%1:04:00 cut-rate_sale%1:04:00 game%1:04:01 "
    "game%1:04:02 election%1:04:01 parade%1:14:00 parade%1:04:00 insurrection%1:04:00 sermon%1:10:00 "
    "lecture%1:10:00 conference%1:14:00 discussion%1:10:00 debate%1:10:00 examination%1:10:01 protest%1:04:00 "
    "festival%1:04:00 picnic%1:28:00 match%1:06:00 hearing%1:04:00 rehearsal%1:04:00 practice_session%1:04:00",
    "phenomenon": "phenomenon%1:03:00 semidarkness%1:26:00 darkness%1:26:00 smog%1:26:00 noise%1:11:00 weather%1:19:00 "
    "traffic_jam%1:14:00",
    "travel": "travel%1:04:00 motion%1:04:00 travel%1:04:01 journey%1:04:00 vacation%1:28:00",
    "time": "time%1:03:00 time_period%1:28:00 time%1:11:00 clock_time%1:28:00",
    "feeling": "feeling%1:03:00 look%1:04:00 facial_expression%1:10:00 emotion%1:12:00",
    "field": "discipline%1:09:00",
    "colour": "color%1:07:00",
    "rule": "law%1:10:00 law%1:14:00 agreement%1:10:00 rule%1:09:01",
    "measure": "temperature%1:07:00 magnitude_relation%1:24:00 rate%1:28:00 speed%1:28:00 average%1:24:00 weight%1:07:00 "
    "limit%1:07:00",
    "thing": "ball%1:06:01 ball%1:06:03 bundle%1:14:00 agglomeration%1:14:00 heap%1:14:00 bundle%1:06:00 racket%1:06:00 "
    "plaything%1:06:00",
    "device": "device%1:06:00 equipment%1:06:00 implement%1:06:00 machine%1:06:00 tableware%1:06:00 lighting_fixture%1:06:00 "
    "curtain%1:06:00 ladder%1:06:00 fixture%1:06:00 kitchen_appliance%1:06:00 home_appliance%1:06:00 hinge%1:06:00 "
    "door%1:06:00",
}
#: WordNet's lexicographer files, for what no list above catches. Numbers as in lexnames(5WN).
FILES: Final = {
    3: "thing", 4: "activity", 5: "animal", 6: "thing", 7: "attribute", 8: "body", 9: "cognition", 10: "communication",
    11: "event", 12: "feeling", 13: "food", 14: "group", 15: "place", 16: "feeling", 17: "object", 18: "person",
    19: "phenomenon", 20: "plant",
    21: "possession", 22: "process", 23: "measure", 24: "relation", 25: "shape", 26: "state", 27: "substance", 28: "time",
}  # fmt: skip
_LATIN: Final = (5, 20)


def synsets(folder: Path) -> Iterator[tuple[int, int, list[int], bool]]:
    """Yield offset, lexicographer file and hypernyms of each noun synset, and whether it is a name."""
    for line in (folder / "data.noun").read_text(encoding="latin-1").splitlines():
        if line.startswith("  "):
            continue
        fields = line.partition("|")[0].split()
        at = 4 + 2 * int(fields[3], 16)
        pointers = [fields[at + 1 + 4 * number : at + 5 + 4 * number] for number in range(int(fields[at]))]
        above = [int(offset) for mark, offset, *_ in pointers if mark in ("@", "@i")]
        yield int(fields[0]), int(fields[1]), above, any(mark == "@i" for mark, *_ in pointers)


class WordNet:
    """The nouns of a release of WordNet, their senses sorted into kinds.

    Parameters
    ----------
    folder
        WordNet's folder `dict`.
    """

    def __init__(self, folder: Path) -> None:
        self.file_of: dict[int, int] = {}
        self._above: dict[int, list[int]] = {}
        #: Offsets of synsets that are names of single persons, places and things.
        self.named: set[int] = set()
        for offset, file, hypernyms, is_name in synsets(folder):
            self.file_of[offset], self._above[offset] = file, hypernyms
            if is_name:
                self.named.add(offset)
        #: Word in lower case -> offset and count of each of its senses.
        self.senses: dict[str, list[tuple[int, int]]] = defaultdict(list)
        #: Offset -> how often the words of the synset were found in this sense, all together.
        self.count_of: dict[int, int] = defaultdict(int)
        offset_of: dict[str, int] = {}
        for line in (folder / "index.sense").read_text(encoding="latin-1").splitlines():
            key, offset, _, count = line.split()
            if "%1:" in key:
                offset_of[key.removesuffix("::")] = int(offset)
                self.senses[key.partition("%")[0]].append((int(offset), int(count)))
                self.count_of[int(offset)] += int(count)
        self._roots = {offset_of[key]: kind for kind, keys in reversed(KINDS.items()) for key in keys.split() if key in offset_of}
        missing = [key for keys in KINDS.values() for key in keys.split() if key not in offset_of]
        if missing:
            print("no such sense:", *missing, file=sys.stderr)
        self._order = {kind: place for place, kind in enumerate(KINDS)}
        self._ancestors: dict[int, frozenset[int]] = {}

    def kind_of(self, offset: int) -> str:
        """Return the kind of a synset."""
        front, seen = [offset], {offset}
        while front:
            kinds = [self._roots[one] for one in front if one in self._roots]
            if kinds:
                return min(kinds, key=self._order.__getitem__)
            front = [above for one in front for above in self._above[one] if above not in seen]
            seen.update(front)
        return FILES[self.file_of[offset]]

    def is_person(self, offset: int) -> bool:
        """Tell whether a synset is the name of a person."""
        return offset in self.named and self.kind_of(offset) in ("person", "role")

    def is_latin(self, offset: int) -> bool:
        """Tell whether a synset may have the Latin name of an organism."""
        return self.file_of[offset] in _LATIN

    def above(self, offset: int) -> frozenset[int]:
        """Return a synset and all that are above it."""
        if offset not in self._ancestors:
            self._ancestors[offset] = frozenset({offset}).union(*(self.above(one) for one in self._above[offset]))
        return self._ancestors[offset]
