import { describe, expect, test } from "vitest";
import { type SampleBundle, sampleBundle } from "@/lib/domains/evidence/bundle/testing/sample-bundle";
import type { Attestations } from "@/lib/domains/evidence/schemas-bundle";
import { opened, resealed } from "@/lib/domains/evidence/verification/testing/forger";
import { verifyBundle } from "@/lib/domains/evidence/verification/verify-bundle";
import { testLog, testWitness } from "@/lib/domains/witness/testing/independent-note";

const [one, two] = [testWitness("auditor.example/witness"), testWitness("second.example/witness")];
const time = Date.parse("2026-02-01T08:00:02.000Z") / 1000;
const cosignedAt = "2026-02-01T08:00:02.000Z";

/** The text that witnesses cosign, independent of the product code. */
function textOf({ checkpoint: { organisationId, size, rootHash } }: SampleBundle): string {
  const root = Buffer.from(rootHash.slice(7), "hex").toString("base64");
  return `governance-audit-service/${organisationId}\n${size}\n${root}\n`;
}

function cosignature(sample: SampleBundle, by = one, at = time): Attestations["cosignatures"][number] {
  return { witness: by.name, key: by.vkey, cosignedAt, signature: by.cosign(textOf(sample), at) };
}

/** Runs the checkpoint check on a resealed package with these attestations. */
async function checked(
  attestations: (sample: SampleBundle) => Partial<Attestations>,
  publicKeys: string[] = [],
  change: (bundle: SampleBundle["bundle"]) => void = () => undefined,
) {
  const sample = await sampleBundle();
  const bundle = opened(sample.bundle);
  bundle.evidence.chain.attestations = { quorum: 0, cosignatures: [], timestamps: [], ...attestations(sample) };
  change(bundle);
  const report = await verifyBundle(resealed(bundle), { publicKeys });
  return { report, check: report.checks.find(({ id }) => id === "checkpoint") };
}

describe("a package with a cosigned checkpoint", () => {
  test("names the witnesses and the origin of their keys", async () => {
    const both = (sample: SampleBundle) => ({
      quorum: 2,
      cosignatures: [cosignature(sample), cosignature(sample, two)],
    });
    const { report, check } = await checked(both);
    expect([report.status, check?.status]).toEqual(["intact", "ok"]);
    expect(check?.detail).toContain("cosigned by 2 witnesses: auditor.example/witness, second.example/witness.");
    expect(check?.detail).toContain("The witness keys are taken from the file");
    const pinned = await checked(both, [`${one.vkey}\n${two.vkey}\n`]);
    expect([pinned.report.status, pinned.check?.status]).toEqual(["intact", "ok"]);
    expect(pinned.check?.detail).not.toContain("The witness keys are taken from the file");
  });

  test("does not count an unknown witness", async () => {
    const both = (sample: SampleBundle) => ({
      quorum: 2,
      cosignatures: [cosignature(sample), cosignature(sample, two)],
    });
    const { report, check } = await checked(both, [one.vkey]);
    expect([report.status, check?.status]).toEqual(["intact", "ok"]);
    expect(check?.detail).toContain("cosigned by 1 witness: auditor.example/witness.");
    expect(check?.detail).toContain("were not counted: second.example/witness.");
  });

  test("reports that a timestamp was not checked", async () => {
    const hash = `sha256:${"a".repeat(64)}`;
    const { check } = await checked(() => ({ timestamps: [{ hash, timestampedAt: cosignedAt, token: "AAAA" }] }));
    expect(check?.detail).toContain("which was not checked. Verify it with openssl ts -verify");
  });

  test.each<[string, (sample: SampleBundle) => Partial<Attestations>, RegExp, string[]?]>([
    [
      "fewer cosignatures than the quorum",
      (sample) => ({ quorum: 2, cosignatures: [cosignature(sample)] }),
      /different witnesses: 1. Required: 2/,
    ],
    [
      "two cosignatures of one witness for a quorum of two",
      (sample) => ({ quorum: 2, cosignatures: [cosignature(sample), cosignature(sample, one)] }),
      /different witnesses: 1. Required: 2/,
    ],
    ["no cosignatures for a quorum of one", () => ({ quorum: 1 }), /different witnesses: 0. Required: 1/],
    [
      "the cosignature of another checkpoint",
      (sample) => ({
        cosignatures: [
          { ...cosignature(sample), signature: one.cosign(textOf(sample).replace("\n100\n", "\n99\n"), time) },
        ],
      }),
      /not a valid signature of this checkpoint/,
    ],
    [
      "the cosignature of another witness",
      (sample) => ({ cosignatures: [{ ...cosignature(sample), signature: two.cosign(textOf(sample), time) }] }),
      /not a valid signature of this checkpoint/,
    ],
    [
      "another name than the key's",
      (sample) => ({ cosignatures: [{ ...cosignature(sample), witness: "other.example" }] }),
      /not a valid signature of this checkpoint/,
    ],
    [
      "another time than the signed one",
      (sample) => ({ cosignatures: [cosignature(sample, one, time + 1)] }),
      /differs from the time in the package/,
    ],
    [
      "a damaged key",
      (sample) => ({ cosignatures: [{ ...cosignature(sample), key: one.vkey.slice(0, -8) }] }),
      /cannot be read/,
    ],
    [
      "the key of a log",
      (sample) => ({ cosignatures: [{ ...cosignature(sample), key: testLog(one.name).vkey }] }),
      /not a valid signature of this checkpoint/,
    ],
  ])("fails with %s despite a valid seal", async (_what, attestations, message, publicKeys) => {
    const { report, check } = await checked(attestations, publicKeys);
    expect([report.status, check?.status]).toEqual(["tampered", "failed"]);
    expect(check?.failures.map((failure) => failure.message).join()).toMatch(message);
  });

  test.each<[string, (sample: SampleBundle) => Partial<Attestations>, string[], string]>([
    ["only by an unknown witness", (sample) => ({ cosignatures: [cosignature(sample)] }), [two.vkey], "0 of 1"],
    ["by no witness", () => ({}), [two.vkey], "0 of 1"],
    [
      "by fewer known witnesses than the quorum",
      (sample) => ({ quorum: 2, cosignatures: [cosignature(sample)] }),
      [one.vkey, two.vkey],
      "1 of 2",
    ],
  ])(
    "is reported as not witnessed, but not as tampered, if it is cosigned %s",
    async (_what, attestations, publicKeys, count) => {
      const { report, check } = await checked(attestations, publicKeys);
      expect([report.status, check?.status]).toEqual(["not_witnessed", "not_checked"]);
      expect(check?.detail).toContain(`Not witnessed: the checkpoint has ${count} required cosignature`);
    },
  );

  test("fails with attestations but no checkpoint", async () => {
    const { check } = await checked(
      () => ({}),
      [],
      ({ evidence: { chain } }) => {
        chain.checkpoint = null;
      },
    );
    expect(check?.failures.map(({ message }) => message)).toContain("The package has cosignatures, but no checkpoint.");
  });
});
