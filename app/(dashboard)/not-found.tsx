import { StatePage } from "@/components/ui/page/state-page";

export default function NotFound() {
  return (
    <StatePage
      title="Page not found"
      text="This page doesn't exist, or it belongs to another organisation."
      link={{ href: "/", label: "Go to the overview" }}
    />
  );
}
