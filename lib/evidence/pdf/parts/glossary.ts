/** Words that the document uses in a sense of its own, in alphabetical order. */
export const glossaryEntries: readonly (readonly [term: string, meaning: string])[] = [
  ["Actor", "Who or what an event says has acted: a person, a service or a key."],
  ["Block hash", "The SHA-256 of an event's header. It stands for the event in whatever follows it."],
  [
    "Canonical JSON",
    "The one way to write a value as JSON that RFC 8785 defines, so that everybody who hashes it hashes the same bytes.",
  ],
  [
    "Chain",
    "All events of an organisation, each naming the hash of the one before. To change one is to change all that follow.",
  ],
  [
    "Checkpoint",
    "A signed statement of how long a chain was at a time, what its last event hashed to, and the root of the tree over it.",
  ],
  ["Content hash", "The SHA-256 of what an event says, together with a random salt."],
  ["Evidence number", "The number under which this document speaks of a listed event: E-0001 is the first of them."],
  ["Finding", "A place where the stored chain does not agree with itself, or with what was signed."],
  ["Listed", "Of an event: in the period, and in the package with everything that it says."],
  [
    "Mapping",
    "Which types of events, with which members, are evidence of which requirement. It has a version of its own.",
  ],
  ["Membership", "That an event is a leaf of the tree whose root a checkpoint has signed."],
  ["Outside of the period", "Of an event: there as a header, only to show that nothing was left out between others."],
  ["Position", "The number of an event in its chain, beginning at 1, without gaps; written as #1."],
  ["Salt", "Random bytes that are hashed with a content, so that it cannot be guessed from its hash."],
  ["Seal", "The signature over the canonical text of the evidence."],
  ["Thread", "The events of one model within the chain, each naming the hash of the one before it."],
  [
    "Withheld",
    "Of an event: in the period and counted, but in the package as a header alone, because that was asked for.",
  ],
];
