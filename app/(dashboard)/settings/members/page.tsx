import { asQuery } from "@/app/(dashboard)/as-query";
import { PageFor } from "@/app/(dashboard)/page-for";
import { keys } from "@/components/api/keys";
import { loadMemberFilters } from "@/components/members/filters";
import { MemberList } from "@/components/members/member-list";
import { listMembers } from "@/lib/members";
import { ListMembers } from "@/lib/members/schemas";

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
