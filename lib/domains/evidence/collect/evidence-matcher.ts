import { anyAt, isObject, saysAnything, wordLengthMax, wordOf } from "@/lib/domains/evidence/collect/payload";
import { aboutException, aboutRestriction } from "@/lib/domains/evidence/frameworks/rows";
import type { EvidenceRule, KeyNames, Saying } from "@/lib/domains/evidence/frameworks/types";

/** Values whose answer a question remembers. */
const wordsRemembered = 200;

/** A question about a member of a payload: whether the value at a path below it matches. */
interface Question {
  number: number;
  path: readonly string[];
  test: (value: unknown) => boolean;
}

/** A rule with its questions. For each kind of question, at least one must be answered with yes if there are any. */
interface PreparedRule {
  isStrong: boolean;
  keys: readonly number[];
  saying: readonly number[];
}

type NamesOfType = Readonly<Record<string, readonly string[]>>;

/** Rules prepared for many events. An event costs as much as its payload has members, however many rules there are. */
export class EvidenceMatcher {
  private readonly byType: ReadonlyMap<string, RulesOfType>;

  constructor(targets: readonly (readonly EvidenceRule[])[], keyNames: KeyNames) {
    const types = new Set(targets.flatMap((rules) => rules.map(({ type }) => type)));
    const prepare = (type: EvidenceRule["type"]) =>
      new RulesOfType(
        targets.map((rules) => rules.filter((rule) => rule.type === type)),
        keyNames[type],
      );
    this.byType = new Map([...types].map((type) => [type, prepare(type)]));
  }

  /** Reports each target that the event is evidence for. A payload that is not an object has no members. */
  match(eventType: string, payload: unknown, found: (target: number, isStrong: boolean) => void): void {
    this.byType.get(eventType)?.match(payload, found);
  }
}

class RulesOfType {
  private readonly questions = new Map<string, Question[]>();
  private readonly numbers = new Map<string, number>();
  private readonly targets: readonly { target: number; rules: readonly PreparedRule[] }[];
  private readonly answers: Uint8Array;

  constructor(
    targets: readonly (readonly EvidenceRule[])[],
    private readonly names: NamesOfType,
  ) {
    this.targets = targets
      .map((rules, target) => ({ target, rules: rules.map((rule) => this.prepare(rule)) }))
      .filter(({ rules }) => rules.length > 0);
    this.answers = new Uint8Array(this.numbers.size);
  }

  match(payload: unknown, found: (target: number, isStrong: boolean) => void): void {
    this.ask(payload);
    for (const { target, rules } of this.targets) {
      const strength = this.judge(rules);
      if (strength > 0) found(target, strength === 2);
    }
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
  }

  /** 0 where no rule matches, 1 for supporting, 2 for strong evidence. */
  private judge(rules: readonly PreparedRule[]): 0 | 1 | 2 {
    let strength: 0 | 1 = 0;
    for (const { isStrong, keys, saying } of rules) {
      if (!this.anyYes(keys) || !this.anyYes(saying)) continue;
      if (isStrong) return 2;
      strength = 1;
    }
    return strength;
  }

  private anyYes(numbers: readonly number[]): boolean {
    if (numbers.length === 0) return true;
    for (const number of numbers) if (this.answers[number] === 1) return true;
    return false;
  }

  private prepare({ strength, keys, saying = [] }: EvidenceRule): PreparedRule {
    return {
      isStrong: strength === "strong",
      keys: keys.map((key) => this.numberOf(key, key, saysAnything)),
      saying: saying.map((one) => this.numberOf(`${one.key}=${one.words.join("|")}`, one.key, saysOneOf(one.words))),
    };
  }

  /** The number of a question; one that several rules ask is asked once. */
  private numberOf(text: string, key: string, test: (value: unknown) => boolean): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(text, number);
    const [first = "", ...path] = key.split(".");
    for (const name of [first, ...(this.names[first] ?? [])]) {
      this.questions.set(name, [...(this.questions.get(name) ?? []), { number, path, test }]);
    }
    return number;
  }
}

/** Whether a value is one of some words. Events say the same few again and again: answers are remembered. */
function saysOneOf(words: Saying["words"]): (value: unknown) => boolean {
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

/** Events in the register of detections and exceptions: detections, decisions on them, and changes that allow or restrict use. */
export const exceptionRules: readonly EvidenceRule[] = [
  { type: "SHADOW_AI_DETECTED", strength: "strong", keys: [] },
  { type: "HUMAN_REVIEW", strength: "supporting", keys: ["detectionId"] },
  { type: "CONFIG_CHANGE", strength: "supporting", keys: [], saying: [...aboutException, ...aboutRestriction] },
  { type: "CONFIG_CHANGE", strength: "supporting", keys: ["exceptionExpiresAt"] },
];
