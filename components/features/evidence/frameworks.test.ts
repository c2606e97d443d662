import { expect, test } from "vitest";
import { frameworkIds } from "@/lib/domains/evidence/enums";
import { frameworkOf } from "@/lib/domains/evidence/frameworks";
import { sectionTitle } from "./frameworks";

test.each(frameworkIds)("section titles of %s match the framework's mapping", (id) => {
  const { sections } = frameworkOf(id);
  expect(sections.map((section) => sectionTitle(section.id))).toEqual(sections.map(({ title }) => title));
});
