/** The header with which the web app asks for its refresh token in a cookie, with the value `cookie`. */
export const REFRESH_COOKIE_HEADER = 'x-session';
