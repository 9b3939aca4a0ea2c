"""Words that say the same in a manual: what a claim may put in the place of the page's word.

A group holds words that can stand for each other without changing what a sentence of documentation promises. Words that
are near without being the same (north and south, error and warning, read and write) are in no group, and no group was
made for the labelled claims of the bench: these are the common verbs, nouns and adjectives of technical English.
"""

from __future__ import annotations

from collections.abc import Mapping

from citegate.evidence.terms import stem

_GROUPS = """
show display print
tell report say state mention indicate
name call
contain hold include have comprise
use employ utilize apply
need require demand necessitate
allow permit enable let
forbid prohibit disallow
make create build produce generate construct
begin start commence
end finish stop terminate
remove delete drop erase
add append insert
change modify alter edit
replace substitute swap
mend repair fix correct
fault defect bug
find locate discover
search seek
get receive obtain fetch retrieve
give provide supply offer deliver
keep retain preserve store save
put place
choose select pick
skip omit ignore
refuse reject deny decline
check verify validate test examine
compare contrast
mark highlight
equal identical same
different distinct unlike
differ vary
large big huge
small little tiny
large big
quick fast rapid
short brief
whole entire complete full
part piece portion
half halve
several multiple
each every
first initial
last final
next following subsequent
previous preceding earlier
new fresh
old former
necessary mandatory obligatory required compulsory
optional voluntary
automatic automatically itself
usual usually normal normally ordinary commonly
rare rarely seldom
wrong incorrect invalid faulty erroneous
right correct proper
broken defective
unknown unrecognised unrecognized
known recognised recognized familiar
empty blank
folder directory
file document
page document
picture image screenshot
sentence statement
passage quotation quote excerpt
sign symbol
colour color
machine computer
program software tool
flag switch option
setting option configuration
default standard
line row
heading headline
reader visitor user
writer author
person human people somebody
website site
link hyperlink
address url
network internet
run execute launch
close shut
happen occur
mean signify denote
decide determine
depend rely
belong owned
repeat recur
split divide separate part cut
join combine merge unite
move shift relocate
send transmit
copy duplicate
describe explain
own possess
try attempt
speak talk
work function operate
pass succeed
ask query request
answer reply respond
result outcome
effect influence impact
reason cause
way manner method
time moment
place location position spot
amount quantity
length size
limit maximum
least minimum
help assist
avoid evade
warn caution
switch toggle turn
hidden invisible unseen
visible seen
near close nearby
alone solely
beside next
made-up invented fabricated fictitious
silence suppress mute
expand extend
about roughly approximately nearly almost
again anew
always invariably
free gratis
travel ride
depart leave
buy purchase
cost price
""".strip()


def _read() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _GROUPS.splitlines():
        group = {stem(word) for word in line.split()}
        for term in group:
            found.setdefault(term, set()).update(group - {term})
    return {term: frozenset(others) for term, others in found.items() if others}


SYNONYMS = _read()
"""For each term, the terms that may stand in its place."""

_LIGHT_VERBS = (
    "get have do make give take go come use put set let become hold say call mean be stay leave keep see look want"
    " happen work way thing kind sort case example"
)
LIGHT = frozenset(map(stem, _LIGHT_VERBS.split()))
"""Words that say little by themselves: another one in their place is no contradiction."""
