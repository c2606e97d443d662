import { expect, test } from "vitest";
import { integrationKinds } from "@/lib/domains/integrations/enums";
import { products } from "@/lib/domains/integrations/products";
import { deliveriesOf, signDelivery } from "./deliveries";

const eventId = "evt_01kahbc2g8m9n4q6r1s7t3v5wx";
const deliveries = deliveriesOf(Date.now(), eventId);

const expected = {
  GITHUB: [
    ...["none", "PULL_REQUEST_REVIEW", "PULL_REQUEST_MERGED", "RELEASE_PUBLISHED", "DEPLOYMENT_REQUESTED"],
    ...["DEPLOYMENT_STATUS", "DEPLOYMENT_REQUESTED", "DEPLOYMENT_STATUS", "DEPLOYMENT_STATUS"],
  ],
  JIRA: ["TICKET_CREATED", "TICKET_STATUS_CHANGED", "none"],
  MLFLOW: ["MODEL_VERSION_CREATED", "MODEL_VERSION_TAG_SET", "MODEL_VERSION_ALIAS_CREATED"],
};

test.each(integrationKinds)("the demo's %s deliveries have the signature and format of the product", (kind) => {
  const product = products[kind];
  const read = deliveries
    .filter((delivery) => delivery.kind === kind)
    .map((delivery, index) => {
      const { headers, body } = signDelivery(delivery, "isec_1", `delivery-${index}`);
      const request = { headers: new Headers(headers), body: new TextEncoder().encode(body) };
      expect(product.isSigned(request, "isec_1", Date.now())).toBe(true);
      expect(product.isSigned(request, "isec_2", Date.now())).toBe(false);
      return product.read(request.headers, JSON.parse(body));
    });
  expect(read.map(({ translation }) => translation?.payload.kind ?? "none")).toEqual(expected[kind]);
  if (kind === "JIRA") expect(read[0]?.ticket?.eventIds).toEqual([eventId]);
});
