import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { loadMemberFilters } from "@/components/features/members/filters";
import { MemberList } from "@/components/features/members/member-list";
import { keys } from "@/components/ui/api/keys";
import { listMembers } from "@/lib/domains/members";
import { ListMembers } from "@/lib/domains/members/schemas";

export default async function MembersPage({ searchParams }: PageProps<"/settings/members">) {
  const filters = await loadMemberFilters(searchParams);
  return (
    <PageFor
      permission="members:read"
      queries={(ctx) => [[keys.members.list(filters), () => listMembers(ctx, asQuery(ListMembers, filters))]]}
    >
      <MemberList />
    </PageFor>
  );
}
