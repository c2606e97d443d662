import { expect, test } from "vitest";
import { trustSentences } from "@/lib/domains/evidence/verification/trust";

const cosigned = (...witnesses: string[]) => ({
  quorum: 1,
  timestamps: [],
  cosignatures: witnesses.map((witness) => ({
    witness,
    key: "",
    signature: "",
    cosignedAt: "2026-02-01T08:00:00.000Z",
  })),
});

test.each([undefined, cosigned(), cosigned("a.example"), cosigned("a.example", "b.example")])(
  "every package states that you have to trust the senders, keys and software (%#)",
  (attestations) => {
    const text = trustSentences(attestations).join("\n");
    for (const what of [/trust that the senders/, /public keys belong to the service/, /trust the software/])
      expect(text).toMatch(what);
  },
);

test("you have to trust the operator without witnesses, or one of the witnesses", () => {
  const [none, one, two] = [cosigned(), cosigned("a.example"), cosigned("a.example", "b.example", "b.example")].map(
    (attestations) => trustSentences(attestations).join("\n"),
  );
  expect(none).toMatch(/No independent witness .* you have to trust the operator/);
  expect(one).toMatch(/1 witness cosigned the checkpoint: a\.example\. .* this witness does not collude/);
  expect(two).toMatch(/2 witnesses cosigned the checkpoint: a\.example and b\.example\. .* at least one of them/);
  for (const text of [one, two]) expect(text).not.toMatch(/trust the operator/);
});
