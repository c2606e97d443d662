import { z } from "zod";
import { digestChoices, notificationKinds } from "@/lib/domains/notifications/enums";
import { FlagFilter, Id, IsoMilliseconds, ListOf, ListQuery } from "@/lib/platform/http/schemas";

const Kind = z.enum(notificationKinds).meta({
  id: "NotificationKind",
  description:
    "DETECTION_ASSIGNED: someone assigned detections to you. DETECTION_MENTIONED: someone mentioned you in a comment on a detection. DETECTION_OVERDUE: a decision on a detection that is assigned to you is overdue, or, for members who can decide detections, on unassigned detections. EXCEPTION_REQUESTED: another member requested an exception. LOG_SOURCE_SILENT: a log source has sent no records for 24 hours. DELIVERIES_FAILED: deliveries to a webhook endpoint have started to fail. AUDIT_STREAM_FAILED: events of an audit stream have been undelivered for 30 minutes, or the service stopped the stream. CHAIN_FINDING: an integrity finding was recorded or reopened. API_KEY_EXPIRING: an API key expires within 14 days.",
});

const title = z.string().meta({
  description: "The subject of the notification, in plain text",
  examples: ["api.openai.com (high severity)"],
});

const text = z.string().meta({
  description: "The reason for the notification, in plain text",
  examples: ["Detection assigned to you by Ada Example. Provider: OpenAI."],
});

const readAt = IsoMilliseconds.nullable().meta({ description: "Null while the notification is unread" });

export const Notification = z
  .object({
    id: Id("notification"),
    kind: Kind,
    title,
    text,
    subjectId: z
      .string()
      .nullable()
      .meta({
        description:
          "ID of the detection, webhook endpoint or finding. Null if several detections were assigned to you at once.",
        examples: ["sad_01kahbc2g8m9n4q6r1s7t3v5wx"],
      }),
    path: z.string().meta({
      description: "Path of the dashboard page that shows the subject",
      examples: ["/shadow-ai/sad_01kahbc2g8m9n4q6r1s7t3v5wx"],
    }),
    createdAt: IsoMilliseconds,
    readAt,
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof Notification>;

export const ListNotifications = ListQuery({
  unread: FlagFilter("Only unread notifications (`true`) or only read notifications (`false`)"),
});
export type ListNotifications = z.output<typeof ListNotifications>;

export const NotificationList = ListOf("NotificationList", Notification);
export type NotificationList = z.infer<typeof NotificationList>;

export const UnreadNotifications = z
  .object({ unread: z.int().min(0).meta({ description: "Number of unread notifications" }) })
  .meta({ id: "UnreadNotifications", examples: [{ unread: 3 }] });
export type UnreadNotifications = z.infer<typeof UnreadNotifications>;

export const UpdateNotification = z
  .strictObject({ read: z.boolean().meta({ description: "Whether the notification is read" }) })
  .meta({ id: "UpdateNotification", examples: [{ read: true }] });
export type UpdateNotification = z.output<typeof UpdateNotification>;

export const ReadAllNotifications = z
  .strictObject({
    upTo: z
      .string()
      .regex(/^ntf_[0-9a-z]{26}$/)
      .optional()
      .meta({
        description: "ID of the newest notification that you have seen. Newer notifications stay unread. Default: all.",
      }),
  })
  .meta({ id: "ReadAllNotifications", examples: [{}] });
export type ReadAllNotifications = z.output<typeof ReadAllNotifications>;

const inApp = z.boolean().meta({ description: "Whether the dashboard lists notifications of this kind" });

const email = z.enum(digestChoices).meta({
  id: "NotificationDigest",
  description: "DAILY: unread notifications of this kind are included in the daily e-mail digest",
});

const Preference = z
  .object({ kind: Kind, inApp, email })
  .meta({ id: "NotificationPreference", examples: [{ kind: "DETECTION_OVERDUE", inApp: true, email: "DAILY" }] });

export const NotificationPreferences = z
  .object({
    preferences: z.array(Preference).meta({ description: "One entry for each kind that your role can receive" }),
  })
  .meta({
    id: "NotificationPreferences",
    examples: [{ preferences: [{ kind: "DETECTION_OVERDUE", inApp: true, email: "DAILY" }] }],
  });
export type NotificationPreferences = z.infer<typeof NotificationPreferences>;

export const UpdateNotificationPreference = z
  .strictObject({ kind: Kind, inApp: inApp.optional(), email: email.optional() })
  .refine((change) => change.inApp !== undefined || change.email !== undefined, {
    error: "must set inApp or email",
    when: ({ issues }) => issues.length === 0,
  })
  .meta({
    id: "UpdateNotificationPreference",
    minProperties: 2,
    examples: [{ kind: "DETECTION_OVERDUE", email: "NONE" }],
  });
export type UpdateNotificationPreference = z.output<typeof UpdateNotificationPreference>;
