import type { Metadata } from "next";
import { Entrance } from "@/components/features/sign-in/entrance";
import { InvitationForm } from "@/components/features/sign-in/invitation-form";

export const metadata: Metadata = { title: "Accept your invitation" };

export default function InvitationPage() {
  return (
    <Entrance title="Accept your invitation" fromMail>
      <InvitationForm />
    </Entrance>
  );
}
