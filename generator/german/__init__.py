"""The only room that knows German. Word lists are YAML: a new verb, plural or small word is one edit in one file.

lists             the word lists by name, from the files below
verbs.yaml        strong and weak verbs, particles, prefixes, nouns made from verbs
nouns.yaml        plurals, parts of compounds, endings, everyday nouns
small_words.yaml  articles, prepositions and the like, as classes; stop words, abbreviations, openers of sentences and clauses
references.yaml   words for citing, placing and measuring
bounds.yaml       what limits or orders, and how English says the same
negation.yaml     what negates, and what excuses a negation
opposites.yaml    pairs of opposites („höher“ and „niedriger“), and words that are answered in the other language, with their English
phrasings.yaml    how sentences introduce and explain terms
headings.yaml     what headings begin with, and what never is one
numbers.yaml      units, sums, and what makes a number beside it a modifier
english.yaml      English words that occur in German texts
letters           umlauts, capitals without ß, the search's folding
mistyped          what a mistyped word may have been
word_shapes       what an ending shows: noun, adjective, infinitive, gender
inflection        a noun or adjective → its forms; English plurals
verb_forms        a verb → its forms, joined and separated; its nouns, and back; a participle → its verbs
name_forms        a name → its spellings and the forms of its words
citation_patterns  what makes a number a citation: words and signs around it, a system's own names
citation_form     a noun from a sentence → its form in a list: the singular
noun_phrases      a noun's gender and singular, its adjectives' endings, a name in the nominative
rule_numbers      a printed number of a rule → its figures: „Szenario Eins“, IV, § 12a
number_words      number word → number
casing            a heading in capitals → the case of running text, learned from the book
months            their names
units             what measures: inches, centimetres, per cent, degrees
negation          what only one of two texts negates
bounds            what limits or orders: höchstens, mindestens, über, unter, vor, nach; what a German text says the other way round
opposites         what a German text says the opposite of, or leaves out: höher, aufgerundet, muss, nur
set_phrases       „vor Wahl“ for „nach Wahl“
coarse_keys       a word → a short key that its forms and relatives share, for finding sentences alike
sentences         where a sentence ends
clauses           words within a clause: a verb and its particle, the words of a name, a noun recognised by its capital
tokens            a text → its words with their places, repaired
before            what ends at a place in a text, and how far back to look
between           what stands between two references: what makes one of them, or keeps them apart
directions        words that point within a text: siehe oben, in der folgenden Tabelle
context           what around a name shows that the rule is meant
compounds         a compound → its parts
snowball          the stem of a word in plain letters
stemming          a word → its stem and its base form, for the search
search_words      a text → the words that find it; stop words, acronyms
"""
