import { StatePage } from "@/components/ui/page/state-page";

export default function NotFound() {
  return (
    <StatePage
      title="Not found"
      text="Nothing is kept at this address, or it belongs to another organisation."
      link={{ href: "/", label: "Go to the overview" }}
    />
  );
}
