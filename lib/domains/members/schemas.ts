import { z } from "zod";
import { roles } from "@/lib/platform/core/roles";
import {
  Id,
  IsoMilliseconds,
  ListOf,
  ListQuery,
  SearchText,
  Timestamp,
  VisibleLine,
} from "@/lib/platform/http/schemas";

export const Role = z.enum(roles).meta({ id: "Role" });

export const EmailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email("must be an e-mail address").max(254))
  .meta({ format: "email", maxLength: 254, examples: ["ada@example.com"] });

const MemberName = VisibleLine(100).meta({ minLength: 1, maxLength: 100, examples: ["Ada Analyst"] });

/** Only the length. `requireGoodPassword` rejects passwords that are easily guessed. */
export const NewPassword = z
  .string()
  .refine((text) => lengthOf(text) >= 12 && lengthOf(text) <= 128, "must have 12 to 128 characters")
  .meta({
    format: "password",
    minLength: 12,
    maxLength: 128,
    description:
      "The password. It must not be the member's e-mail address, the name of the service or organisation, or a common password.",
    examples: ["correct horse battery staple"],
  });

function lengthOf(text: string): number {
  return Array.from(text.normalize("NFKC")).length;
}

/** An existing password, at sign-in or to confirm a change. */
const GivenPassword = z.string().min(1).max(1_024).meta({ format: "password" });

const SecondFactorCode = z
  .string()
  .trim()
  .min(6)
  .max(32)
  .meta({ description: "Six-digit code from the authenticator app, or a recovery code", examples: ["492039"] });

const MemberStatus = z
  .enum(["INVITED", "ACTIVE", "DISABLED", "EXPIRED"])
  .meta({ id: "MemberStatus", description: "EXPIRED means that access ended at `accessExpiresAt`" });

const SignInMethod = z.enum(["PASSWORD", "OPENID"]).meta({ id: "SignInMethod" });

export const Member = z
  .object({
    id: Id("member"),
    email: z.string().meta({ examples: ["ada@example.com"] }),
    name: z.string().meta({ examples: ["Ada Analyst"] }),
    role: Role,
    status: MemberStatus,
    secondFactor: z.boolean().meta({ description: "Whether two-factor authentication is enabled" }),
    signsInWith: z.array(SignInMethod).meta({ examples: [["PASSWORD"]] }),
    accessExpiresAt: IsoMilliseconds.nullable().meta({
      description: "When the member's access ends. If `null`, access does not expire.",
      examples: [null],
    }),
    lastSignInAt: IsoMilliseconds.nullable(),
    createdAt: IsoMilliseconds,
    updatedAt: IsoMilliseconds,
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof Member>;

export const MemberList = ListOf("MemberList", Member);
export type MemberList = z.infer<typeof MemberList>;

export const ListMembers = ListQuery({
  role: Role.optional(),
  status: MemberStatus.optional(),
  q: SearchText({ description: "Only members whose name or e-mail address contains this text, ignoring case" }),
});
export type ListMembers = z.infer<typeof ListMembers>;

const AccessExpiresAt = Timestamp.nullable().meta({
  description:
    "When the member's access ends, for example at the end of an audit engagement. If `null`, access does not expire.",
});

export const InviteMember = z
  .strictObject({ email: EmailAddress, name: MemberName, role: Role, accessExpiresAt: AccessExpiresAt.optional() })
  .meta({ id: "InviteMember", examples: [{ email: "ada@example.com", name: "Ada Analyst", role: "ANALYST" }] });
export type InviteMember = z.infer<typeof InviteMember>;

export const UpdateMember = z
  .strictObject({
    name: MemberName.optional(),
    role: Role.optional(),
    disabled: z
      .boolean()
      .optional()
      .meta({ description: "Whether the member is disabled. `true` also signs the member out everywhere." }),
    accessExpiresAt: AccessExpiresAt.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), "must set at least one field")
  .meta({ id: "UpdateMember", minProperties: 1, examples: [{ role: "APPROVER" }] });
export type UpdateMember = z.infer<typeof UpdateMember>;

export const MemberSession = z
  .object({
    id: Id("session"),
    current: z.boolean().meta({ description: "Whether this is the session that sent the request" }),
    method: SignInMethod,
    secondFactor: z.boolean().meta({ description: "Whether the member signed in with 2FA" }),
    userAgent: z
      .string()
      .meta({ examples: ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"] }),
    network: z
      .string()
      .meta({ description: "Network of the client's IP address, in CIDR notation", examples: ["192.0.2.0/24"] }),
    createdAt: IsoMilliseconds,
    lastSeenAt: IsoMilliseconds,
    expiresAt: IsoMilliseconds,
  })
  .meta({ id: "MemberSession" });
export type MemberSession = z.infer<typeof MemberSession>;

export const ListSessions = ListQuery({});
export type ListSessions = z.infer<typeof ListSessions>;

export const SessionList = ListOf("MemberSessionList", MemberSession);
export type SessionList = z.infer<typeof SessionList>;

export const UpdateAccount = z.strictObject({ name: MemberName }).meta({ id: "UpdateAccount" });
export type UpdateAccount = z.infer<typeof UpdateAccount>;

export const ChangePassword = z
  .strictObject({ currentPassword: GivenPassword, newPassword: NewPassword })
  .meta({ id: "ChangePassword" });
export type ChangePassword = z.infer<typeof ChangePassword>;

export const SecondFactorSetup = z
  .object({
    secret: z.string().meta({ description: "The secret in Base32, for manual entry", examples: ["JBSWY3DPEHPK3PXP"] }),
    otpauthUrl: z.string().meta({
      description: "Content of the QR code for an authenticator app",
      examples: ["otpauth://totp/Governance%20Audit%20Service:ada%40example.com?issuer=…&secret=…"],
    }),
  })
  .meta({ id: "SecondFactorSetup" });
export type SecondFactorSetup = z.infer<typeof SecondFactorSetup>;

export const ConfirmSecondFactor = z
  .strictObject({
    code: z
      .string()
      .trim()
      .regex(/^[0-9]{6}$/, "must be six digits")
      .meta({ examples: ["492039"] }),
  })
  .meta({ id: "ConfirmSecondFactor" });
export type ConfirmSecondFactor = z.infer<typeof ConfirmSecondFactor>;

export const RecoveryCodes = z
  .object({
    recoveryCodes: z.array(z.string()).meta({
      description: "Ten single-use codes. They are returned only in this response.",
      examples: [["4f9qm-x0ar7", "vb2tz-yw8ke"]],
    }),
  })
  .meta({ id: "RecoveryCodes" });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const DisableSecondFactor = z
  .strictObject({
    code: SecondFactorCode,
    password: GivenPassword.optional().meta({
      description: "Your current password. Required if the account has a password.",
    }),
  })
  .meta({ id: "DisableSecondFactor" });
export type DisableSecondFactor = z.infer<typeof DisableSecondFactor>;

const MailedToken = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: "The part of the e-mailed link after `#token=`", examples: ["k3Jx…"] });

export const InspectInvitation = z.strictObject({ token: MailedToken }).meta({ id: "InspectInvitation" });
export type InspectInvitation = z.infer<typeof InspectInvitation>;

export const Invitation = z
  .object({
    email: z.string().meta({ examples: ["ada@example.com"] }),
    name: z.string().meta({ examples: ["Ada Analyst"] }),
    organisationName: z.string().meta({ examples: ["Northwind Bank"] }),
    role: Role,
    expiresAt: IsoMilliseconds,
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof Invitation>;

export const AcceptInvitation = z
  .strictObject({ token: MailedToken, name: MemberName, password: NewPassword })
  .meta({ id: "AcceptInvitation" });
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

export const RequestPasswordReset = z.strictObject({ email: EmailAddress }).meta({ id: "RequestPasswordReset" });
export type RequestPasswordReset = z.infer<typeof RequestPasswordReset>;

export const CompletePasswordReset = z
  .strictObject({ token: MailedToken, password: NewPassword })
  .meta({ id: "CompletePasswordReset" });
export type CompletePasswordReset = z.infer<typeof CompletePasswordReset>;

export const Accepted = z.object({}).meta({ id: "Accepted" });
