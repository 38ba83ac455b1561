/** An access token that is valid for an hour. */
export function accessToken(): string {
  const claims = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1_000) + 3_600 }));
  return `head.${claims}.signature`;
}

/** The server's response to a refresh with the cookie. */
export const refreshed = (userId: string): Response =>
  Response.json({
    status: 'SUCCESS',
    access_token: accessToken(),
    user_id: userId,
    full_name: 'Ben Okafor',
    avatar_url: null,
  });
