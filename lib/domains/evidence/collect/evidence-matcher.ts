import { anyAt, isObject, memberOf, saysAnything, wordLengthMax, wordOf } from "@/lib/domains/evidence/collect/payload";
import { deniesAny, payloadTests, statesNothing } from "@/lib/domains/evidence/collect/payload-tests";
import { reviewKindOf } from "@/lib/domains/evidence/frameworks/review-words";
import type { Condition, EvidenceKind, KeyNames } from "@/lib/domains/evidence/frameworks/types";

/** Maximum number of cached results per question. */
const wordsRemembered = 200;

/** A question about a member of a payload: whether the value at a path below it matches. */
interface Question {
  number: number;
  path: readonly string[];
  test: (value: unknown) => boolean;
}

interface PreparedKind {
  /** Its index among all kinds. */
  kind: number;
  conditions: readonly { number: number; expected: 0 | 1 }[];
  /** Indexes of kinds that exclude it. */
  unless: readonly number[];
}

type NamesOfType = Readonly<Record<string, readonly string[]>>;

/** Kinds prepared for many events. The cost of an event grows with its members and the kinds of its type. */
export class EvidenceMatcher {
  private readonly byType: ReadonlyMap<string, KindsOfType>;

  /** `periodEnd`: dates before it are past. */
  constructor(kinds: readonly EvidenceKind[], keyNames: KeyNames, periodEnd: string) {
    const types = new Set(kinds.map(({ type }) => type));
    this.byType = new Map([...types].map((type) => [type, new KindsOfType(kinds, type, keyNames[type], periodEnd)]));
  }

  /** The indexes of the kinds that the event matches. A payload that is not an object has no members. */
  match(eventType: string, payload: unknown): readonly number[] {
    return this.byType.get(eventType)?.match(payload) ?? [];
  }
}

class KindsOfType {
  private readonly questions = new Map<string, Question[]>();
  private readonly wholes: { number: number; test: (payload: unknown) => boolean }[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly kinds: readonly PreparedKind[];
  private readonly answers: Uint8Array;

  constructor(
    all: readonly EvidenceKind[],
    type: EvidenceKind["type"],
    private readonly names: NamesOfType,
    private readonly periodEnd: string,
  ) {
    this.kinds = all.flatMap((one, kind) => {
      if (one.type !== type) return [];
      const conditions = one.conditions.map((condition) => ({
        number: this.numberOf(condition),
        expected: condition.isNegated ? (0 as const) : (1 as const),
      }));
      return [{ kind, conditions, unless: one.unless.map((id) => all.findIndex((other) => other.id === id)) }];
    });
    this.answers = new Uint8Array(this.numbers.size);
  }

  match(payload: unknown): readonly number[] {
    this.ask(payload);
    const found: number[] = [];
    for (const { kind, conditions, unless } of this.kinds) {
      if (!conditions.every(({ number, expected }) => this.answers[number] === expected)) continue;
      if (!unless.some((other) => found.includes(other))) found.push(kind);
    }
    return found;
  }

  private ask(payload: unknown): void {
    const { answers } = this;
    answers.fill(0);
    if (!isObject(payload)) return;
    for (const name in payload) {
      const questions = this.questions.get(name);
      if (questions === undefined || !Object.hasOwn(payload, name)) continue;
      for (const { number, path, test } of questions) {
        if (answers[number] === 0 && anyAt(payload[name], path, test)) answers[number] = 1;
      }
    }
    for (const { number, test } of this.wholes) if (test(payload)) answers[number] = 1;
  }

  /** The index of a condition's question, which kinds with the same condition share. */
  private numberOf({ keys, test, words = [] }: Condition): number {
    const text = `${test} ${keys.join(" ")} ${words.join("|")}`;
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(text, number);
    if (test in payloadTests) {
      const compare = payloadTests[test as keyof typeof payloadTests];
      this.wholes.push({ number, test: (payload) => compare((key) => this.memberOf(payload, key)) });
    }
    for (const key of keys) {
      const [first = "", ...path] = key.split(".");
      for (const name of [first, ...(this.names[first] ?? [])]) {
        const question = { number, path, test: this.testOf(test, words) };
        this.questions.set(name, [...(this.questions.get(name) ?? []), question]);
      }
    }
    return number;
  }

  private memberOf(payload: unknown, key: string): unknown {
    const names = [key, ...(this.names[key] ?? [])];
    return memberOf(payload, names.find((name) => memberOf(payload, name) !== undefined) ?? key);
  }

  private testOf(test: Condition["test"], words: readonly string[]): Question["test"] {
    if (test === "says") return saysOneOf(words);
    if (test === "reviewKind") return (value) => saysAnything(value) && words.includes(reviewKindOf(wordOf(value)));
    if (test === "none") return deniesAny;
    if (test === "past") return (value) => typeof value === "string" && isDate.test(value) && value < this.periodEnd;
    return (value) => saysAnything(value) && !statesNothing(value);
  }
}

const isDate = /^\d{4}-\d\d-\d\d/;

/** Whether a value is one of some words. Results are cached, because events repeat a few values. */
function saysOneOf(words: readonly string[]): (value: unknown) => boolean {
  const tests = words.map(wordTest);
  const answers = new Map<string, boolean>();
  return (value) => {
    if (typeof value === "boolean") return tests.some((test) => test(wordOf(value)));
    if (typeof value !== "string" || value.length > wordLengthMax) return false;
    const known = answers.get(value);
    if (known !== undefined) return known;
    const word = wordOf(value);
    const answer = word !== "" && tests.some((test) => test(word));
    if (answers.size < wordsRemembered) answers.set(value, answer);
    return answer;
  };
}

function wordTest(pattern: string): (word: string) => boolean {
  const wanted = wordOf(pattern);
  const isOpenBefore = pattern.startsWith("*");
  const isOpenBehind = pattern.endsWith("*");
  if (isOpenBefore && isOpenBehind) return (word) => word.includes(wanted);
  if (isOpenBefore) return (word) => word.endsWith(wanted);
  if (isOpenBehind) return (word) => word.startsWith(wanted);
  return (word) => word === wanted;
}
