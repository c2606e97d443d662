import { resource, route } from "@/lib/platform/http";
import { IdParams } from "@/lib/platform/http/schemas";
import { findMail } from "@/lib/platform/mail";
import { Mail } from "@/lib/platform/mail/schemas";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = resource("/v1/mails/{id}", {
  GET: route(
    {
      summary: "Get an e-mail",
      description:
        "The token in links of invitations and password resets is replaced by `[hidden]`. " +
        "Without an SMTP server, the operator reads the links on the server (`npm run mail`).",
      scope: "admin",
      limit: "other.read",
      params: IdParams,
      response: Mail,
      errors: ["not_found"],
    },
    (ctx, { params }) => findMail(ctx, params.id),
  ),
});
