import { resource, route } from "@/lib/platform/http";
import { findMails } from "@/lib/platform/mail";
import { ListMails, MailList } from "@/lib/platform/mail/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/mails", {
  GET: route(
    {
      summary: "List e-mails, newest first",
      scope: "admin",
      limit: "other.read",
      query: ListMails,
      response: MailList,
      errors: ["invalid_cursor"],
    },
    (ctx, { query }) => findMails(ctx, query),
  ),
});
