import { PageFor } from "@/app/(dashboard)/page-for";
import { PolicyEditor } from "@/components/features/alert-policies/policy-editor";

export default function NewAlertPolicyPage() {
  return (
    <PageFor permission="alerts:configure">
      <PolicyEditor />
    </PageFor>
  );
}
