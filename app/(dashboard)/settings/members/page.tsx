import { listRoute } from "@/app/(dashboard)/routes";
import { memberFilters } from "@/components/features/members/filters";
import { MemberList } from "@/components/features/members/member-list";
import { keys } from "@/components/ui/api/keys";
import { listMembers } from "@/lib/domains/members";
import { ListMembers } from "@/lib/domains/members/schemas";

export default listRoute({
  permission: "members:read",
  view: MemberList,
  filters: memberFilters,
  key: keys.members.list,
  list: listMembers,
  schema: ListMembers,
});
