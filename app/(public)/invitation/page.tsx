import type { Metadata } from "next";
import { Entrance } from "@/components/features/sign-in/entrance";
import { InvitationForm } from "@/components/features/sign-in/invitation-form";

export const metadata: Metadata = { title: "Welcome" };

export default function InvitationPage() {
  return (
    <Entrance title="Welcome">
      <InvitationForm />
    </Entrance>
  );
}
