export { type Answered, type ClientOptions, GovernanceClient } from "./client";
export { ApiError, ConnectionError, type ErrorCode, type ErrorDetail } from "./errors";
export { type AuditEvent, type EventCheck, type EventProblem, type Receipt, verifyEvent } from "./events";
export type {
  Answer,
  Body,
  Bytes,
  Call,
  CallOptions,
  Item,
  Listing,
  Operation,
  OperationName,
  Query,
} from "./operations";
export { PackageError, type PackageOperations, type WaitOptions } from "./packages";
export type { Resource, ResourceName } from "./resources";
export type { Schemas } from "./schemas";
export type { Attempt } from "./send";
export {
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookEnvelope,
  WebhookError,
  type WebhookEventType,
} from "./webhooks";
