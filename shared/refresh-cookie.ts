/** A call that says `cookie` here has its refresh token in a cookie, not in the body and not as the bearer: the web app. */
export const REFRESH_COOKIE_HEADER = 'x-session';
