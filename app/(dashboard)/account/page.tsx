import { PageFor } from "@/app/(dashboard)/page-for";
import { AccountPage } from "@/components/features/account/account-page";

export default function AccountRoute() {
  return (
    <PageFor permission="account">
      <AccountPage />
    </PageFor>
  );
}
