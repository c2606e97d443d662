import { PageFor } from "@/app/(dashboard)/page-for";
import { MailList } from "@/components/features/mails/mail-list";

export default function MailPage() {
  return (
    <PageFor permission="admin">
      <MailList />
    </PageFor>
  );
}
