import { readActivity } from "@/lib/domains/activity";
import { Activity } from "@/lib/domains/activity/schemas";
import { getOrganisation, updateOrganisation } from "@/lib/domains/organisations";
import { OrganisationDetail, UpdateOrganisation } from "@/lib/domains/organisations/schemas";
import { readOverview } from "@/lib/domains/overview";
import { Overview } from "@/lib/domains/overview/schemas";
import { recordRoute, resources, route } from "@/lib/platform/http";
import { findMail, findMails } from "@/lib/platform/mail";
import { ListMails, Mail, MailList } from "@/lib/platform/mail/schemas";

const read = { scope: "admin", limit: "other.read" } as const;

export const organisation = resources({
  "/v1/mails": {
    GET: route({
      ...read,
      summary: "List e-mails",
      query: ListMails,
      response: MailList,
      handler: (ctx, { query }) => findMails(ctx, query),
    }),
  },
  "/v1/mails/{id}": {
    GET: recordRoute({
      ...read,
      summary: "Get an e-mail",
      description:
        "Returns an e-mail with its content. Tokens in invitation and password reset links are replaced by `[hidden]`. " +
        "If no SMTP server is configured, the operator can print the links on the server with `npm run mail`.",
      response: Mail,
      handler: (ctx, { params }) => findMail(ctx, params.id),
    }),
  },
  "/v1/organisation": {
    GET: route({
      summary: "Get the organisation",
      description: "Returns the organisation of the API key or session, with its current rate limit usage.",
      scope: "admin",
      permission: "organisation:read",
      limit: "other.read",
      response: OrganisationDetail,
      handler: (ctx) => getOrganisation(ctx),
    }),

    PATCH: route({
      summary: "Update the organisation",
      description:
        "Updates the fields that you send. Only the operator can change the tier and the rate limits. Every change is recorded on the audit chain.",
      scope: "admin",
      limit: "other.write",
      body: UpdateOrganisation,
      response: OrganisationDetail,
      handler: (ctx, { body }) => updateOrganisation(ctx, body),
    }),
  },
  "/v1/overview": {
    GET: route({
      summary: "Get the overview",
      description:
        "Returns chain integrity, alerts by model, items needing attention, new detections, log freshness and evidence status. Values are at most 30 seconds old and are refreshed as soon as `GET /v1/activity` reports a change. Sections that the caller cannot access are `null`.",
      scope: "audit:read",
      background: true,
      limit: "other.read",
      response: Overview,
      handler: (ctx) => readOverview(ctx),
    }),
  },
  "/v1/activity": {
    GET: route({
      summary: "Get recent changes",
      description:
        "Returns the last position of the audit chain and a version string for each kind of data. A version string changes when data of that kind changes. The response is at most one second old. Poll it every two seconds and reload only the data that has changed. A change can be reported more than once.",
      scope: "audit:read",
      background: true,
      limit: "activity.read",
      response: Activity,
      handler: (ctx) => readActivity(ctx),
    }),
  },
});
