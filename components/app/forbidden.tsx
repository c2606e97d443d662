import { StatePage } from "@/components/app/state-page";

/** In the place of a page that the signed-in person's role may not open. */
export function Forbidden() {
  return (
    <StatePage
      title="Your role may not open this page"
      text="What is here is for people with another role in your organisation. An administrator can give you one."
      link={{ href: "/", label: "Go to the overview" }}
    />
  );
}
