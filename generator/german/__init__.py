"""The one place that knows German. Word lists are YAML: a new verb, plural or small word is one new place in one file.

lists             the word lists by name, from the files below
verbs.yaml        strong and weak verbs, particles, prefixes, nouns made from verbs
nouns.yaml        plurals, parts of compounds, endings, everyday nouns
small_words.yaml  articles, prepositions and the like, as classes; stop words, abbreviations, what opens a sentence or a clause
references.yaml   words that cite, place or measure
english.yaml      English words that German texts bring along
letters           umlauts, capitals without ß, the folding of the search
word_shapes       what an ending tells: noun, adjective, infinitive, gender
inflection        a noun or adjective → its forms; English plurals
verb_forms        a verb → its forms, joined and apart; its nouns and back; the verbs of a participle
name_forms        a name → its spellings and the forms of its words
noun_phrases      gender and singular of a noun, the endings of its adjectives, a name without its case
number_words      what a number word counts
negation          what only one of two languages denies
sentences         where a sentence ends
clauses           words within a clause: a verb and its particle, the words of a name, a capital that tells a noun
tokens            the words of a text with their places, mended
before            what ends at a place in a text, and how far back it is looked for
context           what around a name shows that it is meant
compounds         a compound → its parts
stemming          a word → its stem, and the word it is a form of, for the search
search_words      a text → the words under which it is found; stop words, acronyms
"""
