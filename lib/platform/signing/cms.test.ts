import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Der,
  der,
  membersOf,
  nothing,
  objectId,
  octets,
  sequence,
  setOf,
  smallInteger,
} from "@/lib/platform/signing/cms";

describe("a value", () => {
  test.each([
    ["of nothing", nothing, "0500"],
    ["of a number", smallInteger(3), "020103"],
    ["that is an identifier", objectId("1.2.840.113549.1.7.2"), "06092a864886f70d010702"],
    ["that is an identifier with large numbers", objectId("2.16.840.1.101.3.4.2.1"), "0609608648016503040201"],
    ["of 127 bytes", octets(Buffer.alloc(127)), `047f${"00".repeat(127)}`],
    ["of 128 bytes", octets(Buffer.alloc(128)), `048180${"00".repeat(128)}`],
    ["of 256 bytes", octets(Buffer.alloc(256)), `04820100${"00".repeat(256)}`],
    ["that is a set, in order", setOf(smallInteger(2), nothing, smallInteger(1)), "31080201010201020500"],
    [
      "that is a sequence, in its own order",
      sequence(smallInteger(2), nothing, smallInteger(1)),
      "30080201020500020101",
    ],
  ])("%s is written as X.690 says", (_what, value, hex) => {
    expect(value.toString("hex")).toBe(hex);
  });

  test("is read back into the members that it was made of", () => {
    const member = fc
      .tuple(fc.constantFrom(0x02, 0x04, 0x0c, 0xa0), fc.uint8Array({ maxLength: 300 }))
      .map(([tag, body]) => der(tag, body));
    fc.assert(
      fc.property(fc.array(member, { maxLength: 12 }), (members) => {
        expect(membersOf(sequence(...members))).toEqual(members);
      }),
    );
  });

  test("that others wrote is read too", () => {
    const { publicKey } = generateKeyPairSync("ed25519");
    const [algorithm, bits] = membersOf(publicKey.export({ format: "der", type: "spki" }));
    expect(membersOf(algorithm as Der)).toEqual([objectId("1.3.101.112")]);
    expect(bits).toHaveLength(2 + 33);
  });

  const whole = sequence(octets(Buffer.alloc(200)), smallInteger(1));
  const changed = (at: number, to: number) =>
    Buffer.concat([whole.subarray(0, at), Buffer.of(to), whole.subarray(at + 1)]);
  test.each([
    ["cut off", whole.subarray(0, -1)],
    ["with something behind", Buffer.concat([whole, Buffer.of(0)])],
    ["with nothing in it", Buffer.alloc(0)],
    ["with half a length", Buffer.of(0x30, 0x82, 0x01)],
    ["with a member that is longer than it", changed(5, 0xff)],
    ["with a length of eight bytes", changed(1, 0x88)],
  ])("%s is none", (_what, bytes) => {
    expect(() => membersOf(bytes)).toThrow();
  });
});
