import { resource, route } from "@/lib/http";
import { IdParams } from "@/lib/http/schemas";
import { findMail } from "@/lib/mail";
import { Mail } from "@/lib/mail/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/mails/{id}", {
  GET: route(
    {
      summary: "Read a mail of the service",
      description:
        "What it says is told only where no SMTP server is configured: there an administrator brings invitations across.",
      scope: "admin",
      limit: "other.read",
      params: IdParams,
      response: Mail,
      errors: ["not_found"],
    },
    (ctx, { params }) => findMail(ctx, params.id),
  ),
});
