import Link from "next/link";

export default function NotFound() {
  return (
    <main className="grid min-h-60 place-items-center p-6 text-center">
      <div>
        <h1 className="font-semibold text-xl">There is no such page here</h1>
        <p className="py-2 text-muted">The address may be mistyped, or it is not yours to see.</p>
        <Link href="/" className="text-accent underline">
          Go to the desk
        </Link>
      </div>
    </main>
  );
}
