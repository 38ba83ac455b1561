import { PRODUCT_NAME } from '#shared/brand.ts';
import type { Policy } from './policy.ts';

/**
 * The personal data that is stored, with its purpose and storage period (docs/product/accounts.md#policies). Each period is
 * defined in functions/storage.
 */
export const privacyPolicy: Policy = {
  title: 'Privacy Policy',
  since: '2026-11-25',
  summary:
    'We keep what it takes to deliver a letter, move its money and let you sign in. We set one cookie, which keeps you signed in. We show no advertising and sell nothing about you.',
  sections: [
    {
      id: 'data-collected',
      heading: 'Data collected',
      body: [
        'What you give us:',
        {
          points: [
            'Your full name, username, phone number and password when you register.',
            'Your email address, if you enter one.',
            'What you put on your profile: picture, text, field of work, social handles, links, prices with what you promise for them, prices that you give to contacts, questions to senders, monthly commitment, pause and limit of waiting letters.',
            'The letters, answers, replies and chat messages you write and receive, and reasons you give when you report or cancel, claim or contest a claim, what you say in thanks for an answer and whether it may be shown, and how many claims you made.',
            'The pictures, PDFs and recordings that you add to letters, answers and replies. Your device removes place, camera and time from pictures, and we do it once more when they arrive. Software checks every file. Only the two of you can open them, and our team in a report or claim; then the letter says so to both of you.',
            'The name and picture that you give a chat group, who is in it, and the chats whose notifications you turned off.',
            'If you sign a paid answer with a passkey: the signature and the public key of the passkey, which stay with the answer when you remove the passkey.',
            'Who wrote a paid answer, as you declare it: you, you with the help of AI or other software, or your team.',
            'If you agree that a letter and its answer become public: the copy that you agreed to, with each version, who changed what, and when. Until both agree, only the two of you can read it. Your name, pictures, files and recordings are never in it. Either of you can withdraw it at any time: then nobody can open it here, at the latest within a minute. Search engines, and people who saved it, may still have it. We keep the copy with the letter, so that we can show what was agreed.',
            'What you record for an answer, or for a letter to somebody who takes voice questions. It is on your device until it is uploaded. The person who gets it can save it, and a voice can be copied. We use no voice for anything but playing it: no software recognizes you by it or turns it into text. It is never on a public page.',
            'Whom you blocked, until you unblock them. They are not told.',
            'Whose free place you asked to be told of, until you are told, at most for 60 days. They see only how many people asked.',
            'Your choice of plan, and the name on your card.',
          ],
        },
        'What comes about as you use it:',
        {
          points: [
            'When you registered, signed in and were last here, and when a letter or a message was delivered, read and answered.',
            'What was paid, earned, given back and paid out. From it we count, for the whole platform and without names, how many letters are answered, how fast, and how much goes back, and publish that by month.',
            'While you write a paid answer, your browser counts the characters that you type and paste and the minutes that it takes. The three numbers are sent with the answer. Which keys you press, and what you delete, is not recorded.',
            'The replies that you save to use them again. Only you see them, until you send one as part of an answer.',
            'For a link that you add: whether its page links back to your profile. To see that, our server opens the page when you save the link or ask for a check; the site learns that we asked, and nothing about you.',
            'How often a profile was viewed. A viewer is told apart from others by a keyed hash that is different for each profile and day and is removed after about two days; it cannot be turned back into a person or an address.',
            'How visitors come to a profile: by a shared link, a QR code, a button on another site, an email signature, the search or an invitation, and whether they press the contact button, open a link, begin to write and pay. The owner of the profile sees how many, by day, and never who. Your browser keeps how you came in the tab that you have open, without a cookie; it goes with a draft and a payment.',
            'A button or card of a profile on another site asks our server for the name and the price of its owner. It sets no cookie, and we store nothing about who sees it.',
            'If you change your notification settings: what you want to be notified of, and with quiet hours their times and your time zone.',
            'When you sign in: the time zone of your device, in which emails and text messages name times.',
            'If you turn on notifications: the address that your browser’s maker gave this device, the keys to encrypt for it, and whether names and subjects may show on its lock screen.',
            'Where you are signed in: how and when you signed in there, when it was last used, and coarse words for the browser, such as “Chrome on Android”. If you add a passkey: its name, its public key and when it was used. Your fingerprint or face never leaves your device.',
            'How often someone calls from one address, so that no one can try out passwords or codes. Only a hash of the address is counted, until the window ends.',
            'Technical logs with codes and ids: no passwords, no phone numbers, no words of a letter or a message, no card data.',
          ],
        },
      ],
    },
    {
      id: 'personal-information',
      heading: 'Personal information',
      body: [
        'Everyone can see your profile: name, username, picture, text, field, handles, links, prices and what you promise for them, questions to senders, whether you pause and until when, how many of the last paid letters you answered and how fast, since when you are a member, since when your phone number is confirmed and whether you sign in with a passkey, whether the name on your card is that of your profile, which sites link back to it, and how many claims about your answers were upheld. Your phone number, your card and what you earn are seen by no one but you and those who run the product.',
        'What you say in thanks for an answer is read by whoever answered, and by no one else unless you agree. If you agree, they may show it on their profile, where everyone can read it: your sentence, the month, and your first name if you chose so. We keep when you agreed, and to which words. You can take it off at any time; it also goes when you block each other, when your account is deleted, and when a claim returns your money. Beside it stands how many of their paid answers were thanked for, without names.',
        'If your profile has a category and you take paid letters, we list it: where people browse, at times on our front page, and in what we give to search engines. Search also finds the words of your text and field. If you turn off “Show me when people browse” in your profile, none of that happens, and only your exact username finds you.',
        'A chat is seen by the people in it. Who is added to a group can read everything that was written there before, and its members see who changes what.',
        'A paid answer has a page on which everyone who has its link sees your public name, when you sent it, your declaration, the three numbers, your signature if you signed it, and hashes of the text, but not the text. If your account is deleted, the page names no one.',
        'A recording of a voice is heard by the two sides of its conversation alone. Whoever hears it can save it, and a voice that is saved can be copied. We listen to it only where we would read the letter. No one turns it into text but its author.',
        'A conversation is seen by its two sides. We look into one when it was reported, when one of its sides asks us for help with it or contests a claim, or when the law makes us. Each time, we record who looked at it, when and why.',
        'If a person reports a profile, a link, a letter or a message, we keep a copy of what it said and, of a chat or a conversation, the ten messages before it. We do not say who reported it.',
        'We keep count of the reports that a person made and of those about them, to find patterns.',
        'If we decide something against you, we keep the decision, its reasons and your appeal with your account.',
        'Your phone number is used to confirm who you are: we send codes to it by text message, and news about your money and your account that you should not miss. It is not shown and not sold.',
        'Your email address is optional. Receipts and notifications go there; each says who, how much and when. They show the first lines of a letter or an answer only if you turn that on. It is not shown and not sold, and you can remove it at any time.',
      ],
    },
    {
      id: 'use-of-information',
      heading: 'Use of information',
      body: [
        'We use what we know to run the product, to keep it safe from fraud and abuse, to answer your help tickets, and to keep the books that the law asks for. We do not use it for advertising, and we do not train artificial intelligence with it.',
        'These companies work for us and see only what their part needs:',
        {
          points: [
            'Amazon Web Services: runs the product, stores its table and the pictures, and sends text messages and emails.',
            'Stripe: takes card payments and pays out. Your card number goes from your browser to Stripe and never touches our computers; we keep its brand and last four digits. For payouts, Stripe asks you for identity and bank details on its own pages; we keep the name that it verified, to decide the Verified Account Badge.',
            'Apple, Google or Link, a service of Stripe, if you pay with their button: they learn that you pay us, how much, when, and the line on their sheet, which for a letter names its recipient; they do not learn what the letter says. Stripe passes us which of them it was and, unless it was Link, the brand and last four digits of the card behind it. We ask them for no name, email or postal address.',
          ],
        },
        'If the sender of a letter disputes its payment at their bank, we send the bank, through Stripe, the record of that conversation: its messages, the names of both people, and what happened when. If a bank warns us of a payment, we keep when it did.',
        'If you turn on notifications, the maker of your browser carries them to your device. They are encrypted for your device, so that the maker cannot read them; it sees when one comes and how large it is.',
      ],
    },
    {
      id: 'your-browser',
      heading: 'Cookies and your browser',
      body: [
        `When you sign in, ${PRODUCT_NAME} sets a cookie that keeps you signed in for up to 60 days after your last visit, and one that recognizes this browser as one of yours when someone else tries to sign in to your account. Another one remembers that you have seen the hint to install the app. They are used for nothing else. Your browser’s local storage holds your name, a copy of what you have written and not sent, and choices such as dark colors. Signing out clears the storage and the first cookie; the other two stay for up to 400 days. When you pay, Stripe’s own script runs on that page and may set cookies of Stripe to recognize fraud. It also asks your browser which wallets it offers; Google’s may load its button from Google.`,
      ],
    },
    {
      id: 'how-long',
      heading: 'How long we keep it',
      body: [
        {
          points: [
            'A registration whose phone number is never confirmed: one day.',
            'A letter that you write and do not send: 30 days after its last change, or until you discard it.',
            'A code by email or text message: good for ten minutes; its hash and where it was sent go a day later.',
            'An email address that you replaced or removed: seven days, so that we can tell it. That emails to an address came back, as a hash of it: one year.',
            'A payment that came to nothing: 30 days.',
            'The address of a device for notifications: until you turn them off, sign out there, or your browser takes it back. Which devices were told of what: 15 days.',
            'A session: until you sign out, or 60 days after its last use. A passkey: until you remove it.',
            'A notification that waits for the end of your quiet hours: until it is sent.',
            'How your last paid letters ended, which your profile shows: 90 days.',
            'That a link of yours was verified: 90 days are shown; it is removed with the link, with a new address, and with your account.',
            'How a letter ended, for the figures of the platform, without names: 400 days.',
            'How many people came to your profile, and what became of the letters that they paid for, by day; and that someone has paid you: 400 days.',
            'A username that you gave up leads to your new one for 90 days.',
            'A picture that you remove or replace: 30 days, in case it went by mistake. When your account is deleted, the pictures of your profile are removed at once, and their old versions within 30 days. Pictures that you sent in chats stay there, as your messages do, unless you delete the message. The servers that deliver pictures may still show a removed one for up to a day.',
            'A recording that was sent: as long as the letter it belongs to, or until its author deletes their account; then it is gone for both sides, and its text and the fingerprint of the file (a SHA-256 hash) stay. One that was not sent: 30 days after it was uploaded, longer while a draft has it.',
            'A copy of your data that you asked for: 7 days. No one can open it without an address that only your signed-in session gets.',
            'A file that you add to a letter and don’t send: 30 days, or as long as its draft. A file that you sent: until you delete your account. The letter then keeps its name, size and hash.',
            'Your account, profile and conversations: until you delete your account. Then they stay for 14 days, in which you can keep them; your profile is hidden at once.',
            'Entries in the books about money: as long as the law on bookkeeping asks, also after an account is gone.',
          ],
        },
      ],
    },
    {
      id: 'security',
      heading: 'Security',
      body: [
        'Everything travels encrypted and is stored encrypted. Passwords are kept as scrypt hashes, which no one can turn back into a password, and sessions and codes as hashes too. Each part of the product can reach only the data it needs. A change of password or phone number ends all other sessions.',
        'No system is beyond doubt. If something happens to your data that could harm you, we tell you without delay.',
      ],
    },
    {
      id: 'your-rights',
      heading: 'Your rights',
      body: [
        'You can see and change most of what we know about you on the screens of your account. Your data and leaving, in the settings, gives you a copy of your data once a day, and deletes your account. To have something corrected, or if you miss something in the copy, write a help ticket: it is free, and a person reads it. Deleting removes your profile, your picture and your phone number; what you wrote to others stays with them without your name, and the books stay as above.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to this policy',
      body: [
        'When we change this policy, the date above changes with it. If a change lets us do more with what we know about you, we tell you before it counts.',
      ],
    },
  ],
};
