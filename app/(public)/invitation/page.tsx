import type { Metadata } from "next";
import { InvitationForm } from "@/components/features/sign-in/invitation-form";

export const metadata: Metadata = { title: "Accept your invitation" };

export default function InvitationPage() {
  return <InvitationForm />;
}
