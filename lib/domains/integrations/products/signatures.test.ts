import { describe, expect, test } from "vitest";
import { type IntegrationKind, integrationKinds } from "@/lib/domains/integrations/enums";
import { products } from "@/lib/domains/integrations/products";
import { isHubSigned, isMlflowSigned } from "@/lib/domains/integrations/products/product";
import { sign, type TestDelivery } from "@/lib/domains/integrations/testing/deliveries";

const secret = "isec_test";
const nowMs = 1_763_629_200_000;
const bytes = (text: string) => new TextEncoder().encode(text);

test("accepts the signature of GitHub's documented example", () => {
  const headers = new Headers({
    "X-Hub-Signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
  });
  const request = { headers, body: bytes("Hello, World!") };
  expect(isHubSigned(request, "x-hub-signature-256", "It's a Secret to Everybody")).toBe(true);
});

test("accepts a MLflow signature computed in Python from ID, timestamp and body", () => {
  const headers = new Headers({
    "X-MLflow-Signature": "v1,/Xt2DuHFx+nGRgNDT4iLR6JQrp8D3rpJsQxc0kIBF7w=",
    "X-MLflow-Delivery-Id": "7b1c2a54-9d0e-4a52-8f0e-2f1f7d1f0a11",
    "X-MLflow-Timestamp": "1763629200",
  });
  const body = bytes('{"entity": "model_version", "action": "created"}');
  expect(isMlflowSigned({ headers, body }, secret, nowMs)).toBe(true);
});

const signatureHeaders: Record<IntegrationKind, string> = {
  GITHUB: "x-hub-signature-256",
  JIRA: "x-hub-signature",
  MLFLOW: "x-mlflow-signature",
};

type Attack = (delivery: TestDelivery, header: string) => TestDelivery;
const inHeader =
  (change: (signature: string) => string): Attack =>
  ({ headers, body }, header) => ({ headers: { ...headers, [header]: change(headers[header] ?? "") }, body });

const attacks: [name: string, attack: Attack][] = [
  ["a missing signature", ({ headers, body }, header) => ({ headers: { ...headers, [header]: "" }, body })],
  [
    "a signature of zeros",
    inHeader((signature) => (signature.startsWith("v1,") ? `v1,${"A".repeat(43)}=` : `sha256=${"0".repeat(64)}`)),
  ],
  ["a truncated signature", inHeader((signature) => signature.slice(0, -1))],
  ["a signature with an extra digit", inHeader((signature) => `${signature}0`)],
  ["a signature without its scheme", inHeader((signature) => signature.replace(/^(sha256=|v1,)/, ""))],
  ["another scheme", inHeader((signature) => signature.replace(/^sha256=/, "sha1=").replace(/^v1,/, "v2,"))],
  ["an uppercase scheme", inHeader((signature) => signature.replace("sha256", "SHA256").replace("v1", "V1"))],
  ["a signature in quotes", inHeader((signature) => `"${signature}"`)],
  ["a repeated signature", inHeader((signature) => `${signature}, ${signature}`)],
  ["a wrong signature before the correct one", inHeader((signature) => `sha256=${"0".repeat(64)}, ${signature}`)],
  ["a body with an extra byte", ({ headers, body }) => ({ headers, body: `${body} ` })],
  ["a truncated body", ({ headers, body }) => ({ headers, body: body.slice(0, -1) })],
  ["a body with one byte changed", ({ headers, body }) => ({ headers, body: body.replace("1", "2") })],
  ["an empty body", ({ headers }) => ({ headers, body: "" })],
];

describe.each(integrationKinds)("signatures of %s", (kind) => {
  const body = { action: "created", n: 1 };
  const isSigned = ({ headers, body: text }: TestDelivery, key = secret, atMs = nowMs) =>
    products[kind].isSigned({ headers: new Headers(headers), body: bytes(text) }, key, atMs);
  const delivery = sign[kind]({ secret, body, timestamp: nowMs / 1_000 });

  test("are accepted only with the integration's secret", () => {
    expect(isSigned(delivery)).toBe(true);
    for (const key of ["isec_tesu", "isec_tes", "isec_test ", "", "ISEC_TEST"]) {
      expect(isSigned(delivery, key)).toBe(false);
    }
  });

  test.each(attacks)("rejects %s", (_name, attack) => {
    expect(isSigned(attack(delivery, signatureHeaders[kind]))).toBe(false);
  });

  test("rejects a signature in another product's format", () => {
    for (const other of integrationKinds.filter((name) => name !== kind)) {
      expect(isSigned(sign[other]({ secret, body, timestamp: nowMs / 1_000 }))).toBe(false);
    }
  });
});

describe("MLflow timestamps and delivery IDs", () => {
  const at = (timestamp: number) => sign.MLFLOW({ secret, body: {}, timestamp });
  const isSigned = ({ headers, body }: TestDelivery) =>
    isMlflowSigned({ headers: new Headers(headers), body: bytes(body) }, secret, nowMs);

  test.each([
    [-301, false],
    [-300, true],
    [0, true],
    [300, true],
    [301, false],
    [86_400, false],
  ])("a timestamp %d seconds from now is accepted: %j", (offset, expected) => {
    expect(isSigned(at(nowMs / 1_000 + offset))).toBe(expected);
  });

  test("rejects a replaced timestamp or delivery ID", () => {
    const { headers, body } = at(nowMs / 1_000);
    const changed = (name: string, value: string) => ({ headers: { ...headers, [name]: value }, body });
    expect(isSigned(changed("x-mlflow-timestamp", String(nowMs / 1_000 + 1)))).toBe(false);
    expect(isSigned(changed("x-mlflow-timestamp", `${nowMs / 1_000}.0`))).toBe(false);
    expect(isSigned(changed("x-mlflow-timestamp", ""))).toBe(false);
    expect(isSigned(changed("x-mlflow-delivery-id", "another"))).toBe(false);
    expect(isSigned(changed("x-mlflow-delivery-id", ""))).toBe(false);
  });
});
