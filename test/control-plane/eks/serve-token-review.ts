import { randomBytes } from 'node:crypto';
import { json, parseJson } from '#twin/http/exchange';
import { type Listening, listen } from '#twin/http/listen';
import { type Identity, reviewToken } from './token-review.ts';

/** A webhook that an API server asks who a bearer token belongs to; its address is a secret of the two. */
export async function serveTokenReview(entries: ReadonlyMap<string, Identity>): Promise<Listening> {
  const secret = randomBytes(24).toString('base64url');
  const place = { host: '127.0.0.1', port: 0 };
  const { url, close } = await listen(place, Date.now, ({ segments, text }) =>
    segments[0] === secret ? json(200, reviewToken(parseJson(text), entries, Date.now())) : json(404, {}),
  );
  return { url: `${url}/${secret}`, close };
}
