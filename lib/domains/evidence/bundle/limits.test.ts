import { describe, expect, test } from "vitest";
import { sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import { type LimitsGiven, limitsOf } from "@/lib/domains/evidence/bundle/write-evidence";

async function given(change: (of: LimitsGiven) => void = () => undefined): Promise<LimitsGiven> {
  const { evidence } = (await sampleBundle()).bundle;
  const of = {
    package: evidence.package,
    chain: evidence.chain,
    chainSize: 100,
    firstRecordedAt: { chain: null, model: null },
  };
  change(of);
  return of;
}

test.each([
  /never recorded/,
  /does not show that an event happened or that its content is correct/,
  /sender states the time of an event/,
  /up to position 100/,
  /Metadata .* not part of any hash/,
  /compare it with the published key/,
  /not an assessment of compliance/,
])("every package states the limit %s", async (sentence) => {
  for (const includeChainProof of [true, false]) {
    const limits = limitsOf(await given((of) => Object.assign(of.package, { includeChainProof })));
    expect(limits.filter((limit) => sentence.test(limit))).toHaveLength(1);
  }
});

describe("a package states a limit only if it applies:", () => {
  const cases: [string, (of: LimitsGiven) => void, RegExp][] = [
    [
      "withheld reviews",
      (of) => Object.assign(of.package, { includeHumanOversight: false }),
      /content of human reviews was left out/,
    ],
    ["no chain proof", (of) => Object.assign(of.package, { includeChainProof: false }), /chain proof was left out/],
    [
      "a checkpoint that could not be signed",
      (of) => Object.assign(of.chain, { checkpoint: null, membership: null, withoutProof: "The chain is damaged." }),
      /not prove that its events belong to a signed chain. The chain is damaged\./,
    ],
    [
      "no thread",
      (of) => Object.assign(of.chain, { thread: null }),
      /does not state that it contains all events of the model/,
    ],
    [
      "a failed chain verification",
      (of) => Object.assign(of.chain.verification, { status: "failed" }),
      /not intact when this package was generated/,
    ],
  ];

  test.each(cases)("%s", async (_what, change, sentence) => {
    const isStated = (limits: string[]) => limits.some((limit) => sentence.test(limit));
    expect(isStated(limitsOf(await given(change)))).toBe(true);
    expect(isStated(limitsOf(await given()))).toBe(false);
  });
});
