import { z } from "zod";
import { savedViewPages } from "@/lib/domains/saved-views/enums";
import { Id, IsoMilliseconds, setsSomething, VisibleLine } from "@/lib/platform/http/schemas";

const Page = z
  .enum(savedViewPages)
  .meta({ id: "SavedViewPage", description: "Path of the dashboard page that the view belongs to" });

const name = VisibleLine(100).meta({
  description: "Name of the view, unique among the owner's views of the page",
  examples: ["Critical and mine"],
});

const query = z
  .string()
  .max(2_000)
  .regex(/^(?!\?)[!"$-~\u00a0-\uffff]*$/, "must be a query string without a question mark or a fragment")
  .meta({
    description: "Query string of the page, without the question mark",
    examples: ["severity=CRITICAL&assignedTo=analyst%40example.com"],
  });

const shared = z.boolean().meta({ description: "Whether all members of the organisation can see the view" });

export const CreateSavedView = z
  .strictObject({ page: Page, name, query, shared: shared.default(false) })
  .meta({ id: "CreateSavedView", examples: [{ page: "shadow-ai", name: "Critical", query: "severity=CRITICAL" }] });
export type CreateSavedView = z.output<typeof CreateSavedView>;

export const UpdateSavedView = z
  .strictObject({ name: name.optional(), query: query.optional(), shared: shared.optional() })
  .refine(...setsSomething)
  .meta({ id: "UpdateSavedView", minProperties: 1, examples: [{ shared: true }] });
export type UpdateSavedView = z.output<typeof UpdateSavedView>;

export const SavedView = z
  .object({
    id: Id("savedView"),
    page: Page,
    name: z.string(),
    query: z.string(),
    shared,
    mine: z.boolean().meta({ description: "Whether you own the view. Only the owner can update it." }),
    ownerName: z.string(),
    createdAt: IsoMilliseconds,
    updatedAt: IsoMilliseconds,
  })
  .meta({
    id: "SavedView",
    examples: [
      {
        id: "view_01kahbc2g8m9n4q6r1s7t3v5wx",
        page: "shadow-ai",
        name: "Critical",
        query: "severity=CRITICAL",
        shared: true,
        mine: true,
        ownerName: "Ada Example",
        createdAt: "2026-01-15T10:00:00.000Z",
        updatedAt: "2026-01-15T10:00:00.000Z",
      },
    ],
  });
export type SavedView = z.infer<typeof SavedView>;

export const ListSavedViews = z.strictObject({
  page: Page.optional().meta({ description: "Only views of this page. Defaults to all pages." }),
});
export type ListSavedViews = z.output<typeof ListSavedViews>;

export const SavedViewList = z.object({ data: z.array(SavedView) }).meta({ id: "SavedViewList" });
export type SavedViewList = z.infer<typeof SavedViewList>;
