import { z } from "zod";
import { Id } from "@/lib/platform/http/schemas";

/**
 * Every event that starts background work, with the shape of its data. Ids only: what an event carries is stored by the
 * job engine, which may be a service outside, so it never holds a payload, a secret or personal data.
 */
export const jobEvents = {
  /** Events were appended to a chain that has followers. */
  "audit/chain.grown": z.object({ organisationId: Id("organisation") }),
  /** The same for followers that gather events: sent once until they start an evaluation. */
  "audit/chain.watched": z.object({ organisationId: Id("organisation") }),
  /** A place was found where the chain does not agree with itself, for the first time. */
  "audit/integrity.failed": z.object({ organisationId: Id("organisation"), eventId: z.string(), code: z.string() }),
  /** A verification of a long chain was written down and is to be worked on. */
  "audit/verification.requested": z.object({ organisationId: Id("organisation"), verificationId: Id("verification") }),
  /** A verification came to its end and found nothing. */
  "audit/verification.passed": z.object({ organisationId: Id("organisation"), verificationId: Id("verification") }),
  /** An organisation has checkpoints that have not been published to its endpoints. */
  "audit/checkpoints.issued": z.object({ organisationId: Id("organisation") }),
  /** Checkpoints were signed: witnesses and the timestamp authority are to be asked. */
  "audit/checkpoints.signed": z.object({}),
  /** A delivery has a round of attempts ahead of it. */
  "webhooks/delivery.due": z.object({
    organisationId: Id("organisation"),
    endpointId: Id("webhookEndpoint"),
    messageId: Id("deliveryEvent"),
    round: z.int(),
  }),
  /** A delivery failed for good: its endpoint's health and its owner's mail are to be looked at. */
  "webhooks/delivery.failed": z.object({ organisationId: Id("organisation"), endpointId: Id("webhookEndpoint") }),
  /** A stream has events to deliver, or needs a new run. */
  "audit-streams/batch.due": z.object({ organisationId: Id("organisation"), streamId: Id("auditStream") }),
  /** A package was requested and must be generated; sent again if its generation stopped responding. */
  "evidence/package.requested": z.object({ organisationId: Id("organisation"), packageId: Id("evidencePackage") }),
  /** A report was requested and must be generated; sent again if its generation stopped responding. */
  "reports/report.requested": z.object({ organisationId: Id("organisation"), reportId: Id("report") }),
  /** Traffic was added to uses of AI services, or what they are judged by has changed: they are to be looked at. */
  "shadow-ai/traffic.added": z.object({ organisationId: Id("organisation") }),
  /** A mail was stored and is to be sent. */
  "mail/message.queued": z.object({ mailId: Id("mail") }),
} as const;

export type JobEventName = keyof typeof jobEvents;
export type JobEventData<Name extends JobEventName> = z.infer<(typeof jobEvents)[Name]>;

/** An event as its sender names it. */
export type JobEvent = { [Name in JobEventName]: { name: Name; data: JobEventData<Name> } }[JobEventName];
