import { z } from "zod";
import { Id, IsoMilliseconds, ListOf, ListQuery } from "@/lib/platform/http/schemas";

const MailStatus = z.enum(["QUEUED", "SENT", "STORED", "FAILED"]).meta({
  id: "MailStatus",
  description: "STORED means that the e-mail was not sent because no SMTP server is configured",
});

export const MailSummary = z
  .object({
    id: Id("mail"),
    recipient: z.string().meta({ examples: ["ada@example.com"] }),
    template: z.string().meta({ description: "Type of e-mail", examples: ["member-invited"] }),
    subject: z.string().meta({ examples: ["Your invitation to Northwind Bank"] }),
    status: MailStatus,
    attempts: z.int().meta({ description: "Number of delivery attempts" }),
    error: z
      .string()
      .nullable()
      .meta({ description: "Why the last attempt failed", examples: [null] }),
    createdAt: IsoMilliseconds,
    sentAt: IsoMilliseconds.nullable(),
  })
  .meta({ id: "MailSummary" });
export type MailSummary = z.infer<typeof MailSummary>;

export const Mail = MailSummary.extend({
  body: z.object({ text: z.string(), html: z.string() }).meta({
    description: "Content of the e-mail. Tokens in invitation and password reset links are replaced by `[hidden]`.",
    examples: [{ text: "Your password was changed", html: "<p>Your password was changed</p>" }],
  }),
}).meta({ id: "Mail" });
export type Mail = z.input<typeof Mail>;

export const ListMails = ListQuery({
  status: MailStatus.optional(),
});
export type ListMails = z.infer<typeof ListMails>;

export const MailList = ListOf("MailList", MailSummary);
export type MailList = z.input<typeof MailList>;
