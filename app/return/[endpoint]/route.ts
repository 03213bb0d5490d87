import { answerReturn } from "#lib/server/answer-return.ts";

type Params = { params: Promise<{ endpoint: string }> };

async function answer(request: Request, { params }: Params): Promise<Response> {
  return answerReturn(request, (await params).endpoint);
}

export { answer as GET, answer as POST };
