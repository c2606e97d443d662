import { expect, test } from "vitest";
import { subjectsOf } from "./subjects";

const [model, other, packageId] = ["mdl_01kahbc2", "mdl_01kahbc3", "epkg_01kahbc4"];
const [reportId, detectionId] = ["rep_01kahbc5", "sad_01kahbc6"];

test.each([
  [{ modelId: model, packageId }, [`Credit scoring 4.2.0 /models/${model}`, `Evidence package /evidence/${packageId}`]],
  [{ modelId: other }, [`Model /models/${other}`]],
  [{ reportId, detectionId }, [`Report /reports/${reportId}`, `Detection /shadow-ai/${detectionId}`]],
  [{ modelId: "credit-scoring", packageId: `${packageId}/..`, reportId: 1, detectionId: null }, []],
  [{ modelId: "constructor_01kahbc2" }, []],
  [null, []],
])("the payload %j identifies the records %j", (payload, expected) => {
  const found = subjectsOf(payload, new Map([[model, "Credit scoring 4.2.0"]]));
  expect(found.map(({ label, href }) => `${label} ${href}`)).toEqual(expected);
});
