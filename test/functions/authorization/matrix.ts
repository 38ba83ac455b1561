import { parseMatrix } from './notation.ts';

/*
 * The authorization matrix: the response of each operation to every kind of caller. Each row sends the usual call of its
 * operation (test/usual-calls) as each caller, and has one letter for each response.
 *
 * The callers, in the order of the columns:
 *   not signed in   no token · a forged token that names the party · a token of the party that has expired
 *   strangers       no part in the prepared data: phone not confirmed · no plan yet · FREE · STARTER · PROFESSIONAL
 *   in it           another participant, like the sender of an inbox message · the party, whose call it is
 *   ended           the party a minute after signing out · the account of the call a minute after it was blocked
 *
 * Operations that write, and those for staff, are refused once the session of the token has ended. Operations that only read, and
 * markers in chats, accept the token until it expires after fifteen minutes.
 *
 * The answers:
 *   +  success             s  UNAUTHENTICATED     c  UNVERIFIED (confirm the phone)    p  PLAN_REQUIRED
 *   n  NOT_FOUND           f  FORBIDDEN           i  INVALID_INPUT                     w  WRONG_STATUS
 *   k  USERNAME_TAKEN      d  DRAFT_CHANGED       m  PAYMENT_METHOD_REQUIRED           .  no such caller
 *
 * A stranger may succeed with their own things only: the test fails if a stranger's call writes an item of the party.
 *
 * A new operation: `npm run accept -- access` measures its row and writes it here. Look at every letter. A row that exists is never
 * changed by a command.
 */
export const MATRIX = parseMatrix(`
                                not strangers in ended
signing-in
  authenticate                  ++. ..+.. .. .f
  confirmPasswordReset          ++. ..+.. .. .+
  correctPhoneNumber            ++. ..+.. .. .f
  createUser                    ++. ..+.. .. ..
  doesPhoneNumberExist          ++. ..+.. .. ..
  doesUsernameExist             ++. ..+.. .. ..
  refreshToken                  ss. ..s.. .+ ss
  recoverAccount                ++. ..+.. .. .s
  requestAccountRecovery        ++. ..+.. .. .+
  requestPasswordReset          ++. ..+.. .. .+
  sendRecoveryNumberCode        ++. ..+.. .. .s
  resendVerificationCode        ++. ..+.. .. .+
  sendOneTimeLoginCode          ++. ..+.. .. .+
  signOut                       sss +++++ .+ ++
  verifyOneTimeLogin            ++. ..+.. .. .f
  verifyPasswordReset           ++. ..+.. .. .+
  verifyUser                    ++. ..+.. .. .f
passkeys-and-sessions
  beginPasskeyConfirmation      sss cwwww .+ ss
  beginPasskeyRegistration      sss c++++ .+ ss
  beginPasskeySignIn            ++. ..+.. .. ..
  endOtherSessions              sss c++++ .+ ss
  endSession                    sss c++++ .+ ss
  finishPasskeyConfirmation     sss cffff .+ ss
  finishPasskeyRegistration     sss cffff .+ ss
  finishPasskeySignIn           ++. ..+.. .. ..
  removePasskey                 sss c++++ .+ ss
  renamePasskey                 sss cnnnn .+ ss
  stopSecurityStep              ++. ..+.. .. ..
  viewPasskeys                  sss c++++ .+ ++
  viewSecurityStop              ++. ..+.. .. ..
  viewSessions                  sss c++++ .+ ++
account
  viewAccountDeletion           sss c++++ ++ ++
  requestAccountDeletion        sss c++++ .+ ss
  cancelAccountDeletion         sss c++++ .+ ss
  viewInvitations               sss c++++ ++ ++
  requestExport                 sss c++++ .+ ss
  viewExport                    sss c++++ .+ ss
  changePhoneNumber             sss cssss .+ ss
  checkUser                     sss +++++ .+ ss
  confirmEmail                  sss cssss .+ ss
  dismissAlert                  sss c++++ .+ ss
  getStripePublishableKey       ++. ..+.. .. ..
  recordContactPress            ++. ..+.. .. .+
  removeEmail                   sss c++++ .+ ss
  saveFreeRegistration          sss c++ww .+ ss
  sendEmailCode                 sss c++++ .+ ss
  sendOldNumberCode             sss c++++ .+ ss
  sendVerificationCode          sss c++++ .+ ss
  stopPhoneChange               sss c++++ .+ ss
  updateInboundSettings         sss c++++ .+ ss
  updateTiers                   sss c++++ .+ ss
  updatePrompts                 sss c++++ .+ ss
  updateAttachmentSettings      sss c++++ .+ ss
  updateAvailability            sss c++++ .+ ss
  viewWaiting                   sss c++++ ++ ++
  askForPlace                   sss c++++ i+ ss
  updatePassword                sss c++++ .+ ss
  updateUserProfile             sss ckkkk .+ ss
  updateUserSocialLinks         sss c++++ .+ ss
  updateUserTheme               sss c++++ .+ ss
  uploadUserAvatar              sss c++++ .+ ss
  removeUserAvatar              sss c++++ .+ ss
  viewAccountBalance            sss c++++ ++ ++
  viewAnalytics                 sss c++++ .+ ++
  viewDashboardStats            sss c++++ ++ ++
  viewEmail                     sss c++++ .+ ++
  viewInboundSettings           sss c++++ .+ ++
  viewLedger                    sss c++++ ++ ++
  unsubscribeByEmail            ++. ..+.. .. ..
  updateNotificationSettings    sss c++++ .+ ss
  viewNotificationSettings      sss c++++ .+ ++
  viewPaymentMethod             sss c++++ ++ ++
  viewReliability               ++. ..+.. .. ..
  viewUserProfile               ++. ..+.. .. .n
  viewUserProfileByReferralCode ++. ..+.. .. ..
conversations
  askForDecision                sss cnnnn f+ ss
  askForInformation             sss cnnnn f+ ss
  cancelOrder                   sss cnnnn f+ ss
  checkPendingInbox             sss c++++ ++ ++
  claimAnswer                   sss cnnnn f+ ss
  closeInbox                    sss cnnnn f+ ss
  confirmInboxPayment           sss cnnnn n+ ss
  contestClaim                  sss cnnnn f+ ss
  createInbox                   sss cmmmm i+ ss
  createInboxMessage            sss cnnnn w+ ss
  createInboxWithPayment        sss cdddd i+ ss
  createOrder                   sss cmmmm i+ ss
  createOrderMessage            sss cnnnn f+ ss
  createSupportTicket           sss c++++ .+ ss
  declineInbox                  sss cnnnn f+ ss
  endClarification              sss cnnnn ++ ss
  giveBackClaim                 sss cnnnn f+ ss
  giveInformation               sss cnnnn f+ ss
  improveAnswer                 sss cnnnn f+ ss
  markInboxAsRead               sss cnnnn ++ ss
  markInboxAsReceived           sss cnnnn ++ ss
  markInboxMessageAsRead        sss cnnnn ++ ss
  markOrderMessageAsRead        sss cnnnn ++ ss
  nudgeRecipient                sss cnnnn f+ ss
  showThanks                    sss cnnnn f+ ss
  thankRecipient                sss cnnnn f+ ss
  withdrawThanksConsent         sss cnnnn f+ ss
  viewThanks                    sss c++++ ++ ++
  takeBackThanks                sss cnnnn f+ ss
  reportInbox                   sss cnnnn f+ ss
  viewAttachments               sss c++++ ++ ss
  viewAttachmentLinks           sss cnnnn ++ ss
  deleteAttachment              sss c++++ ++ ss
  createAttachment              sss c++++ ++ ss
  reportPublicAnswer            ++. ..+.. .. .+
  searchPublicAnswers           ++. ..+.. .. ..
  viewOwnPublicAnswers          sss c++++ ++ ++
  viewPublicAnswers             ++. ..+.. .. .+
  viewPublicAnswerPage          ++. ..+.. .. .+
  viewPublicAnswer              sss cnnnn ++ ++
  withdrawPublicAnswer          sss cnnnn ++ ss
  declinePublicAnswer           sss cnnnn w+ ss
  agreeToPublicAnswer           sss cnnnn w+ ss
  revisePublicAnswer            sss cnnnn w+ ss
  proposePublicAnswer           sss cnnnn f+ ss
  signAnswer                    sss cnnnn f+ ss
  viewConversationRecord        sss cnnnn ++ ++
  viewInbox                     sss cnnnn ++ ++
  viewInboxList                 sss c++++ ++ ++
  viewInboxMessages             sss cnnnn ++ ++
  viewOrder                     sss cnnnn ++ ++
  viewOrderList                 sss c++++ ++ ++
  viewOrderMessages             sss cnnnn ++ ++
  viewVerification              ++. ..+.. .. .+
  withdrawClaim                 sss cnnnn f+ ss
support
  appealBlockedStatement        ++. ..+.. .. ..
  appealStatement               sss cnnnn .+ ss
  reportContent                 sss c++++ i+ ss
  markStatementAsRead           sss cnnnn .+ ss
  viewBlockedStatements         ++. ..+.. .. ..
  viewStatements                sss c++++ .+ ++
drafts
  deleteDraft                   sss c++++ ++ ss
  saveDraft                     sss cdddd i+ ss
  viewDraft                     sss c++++ ++ ++
  viewDrafts                    sss c++++ ++ ++
answer-drafts
  saveAnswerDraft               sss cnnnn f+ ss
  viewAnswerDraft               sss cnnnn ++ ++
saved-replies
  createSavedReply              sss c++++ .+ ss
  deleteSavedReply              sss c++++ .+ ss
  updateSavedReply              sss cnnnn .+ ss
  viewSavedReplies              sss c++++ .+ ++
links
  createUserLink                sss c++++ .+ ss
  deleteUserLink                sss c++++ .+ ss
  recordLinkClick               ++. ..+.. .. .+
  updateUserLink                sss cnnnn .+ ss
  updateUserLinkPosition        sss cnnnn .+ ss
  verifyLink                    sss cnnnn .+ ss
  viewLinkClicks                sss c++++ .+ ++
  viewUserLinks                 sss c++++ .+ ++
  viewUserLinksById             ++. ..+.. .. .n
people
  browseCreators                ++. ..+.. .. ..
  searchUsers                   sss c++++ ++ ++
contacts
  acceptUserContact             sss cppnn n+ ss
  blockUser                     sss c++++ i+ ss
  createChatInvite              sss cpp++ i+ ss
  hasUserContacts               sss c++++ ++ ++
  rejectUserContact             sss cnnnn n+ ss
  removeUserContact             sss c++++ ++ ss
  updateContactPrice            sss cnnnn n+ ss
  viewContactPrices             sss c++++ ++ ++
  unblockUser                   sss c++++ ++ ss
  viewBlockedUsers              sss c++++ ++ ++
  viewTopUserContacts           sss cpp++ ++ ++
  viewUserContactRequests       sss c++++ ++ ++
  viewUserContacts              sss cpp++ ++ ++
chat
  createChatMessage             sss cppnn ++ ss
  editChatMessage               sss cppnn f+ ss
  deleteChatMessage             sss cppnn f+ ss
  reactToChatMessage            sss cppnn ++ ss
  createChatPicture             sss cppnn ++ ss
  createChatRead                sss cppnn ++ ++
  createDirectChat              sss cppff i+ ss
  viewMissedMessages            sss c++++ ++ ++
  createGroupChat               sss cppii i+ ss
  leaveChat                     sss c++++ ++ ss
  addChatMembers                sss cppnn f+ ss
  removeChatMember              sss cppnn f+ ss
  renameChat                    sss cppnn f+ ss
  updateChatPhoto               sss cppnn f+ ss
  muteChat                      sss cppnn ++ ss
  markChatAsTyping              sss cppnn ++ ++
  removeChatAsTyping            sss cppnn ++ ++
  searchChatMessages            sss cppnn ++ ++
  viewChat                      sss cppnn ++ ++
  viewChatList                  sss cpp++ ++ ++
  viewChatMessages              sss cppnn ++ ++
  viewChatMessagesSince         sss cppnn ++ ++
  viewChatParticipants          sss cppnn ++ ++
plans
  cancelSubscription            sss cww++ .+ ss
  savePaidRegistration          sss c+w+w .+ ss
  updatePaymentMethod           sss c++++ .+ ss
  previewUpgrade                sss cw+++ .+ ss
  viewPlanPayments              sss c++++ .+ ss
  removePaymentMethod           sss c++++ .+ ss
  upgradeSubscription           sss cwmmm .+ ss
payouts
  createPayoutSetupLink         sss c++++ .+ ss
  viewPayoutAccount             sss c++++ .+ ss
  viewPayouts                   sss c++++ .+ ++
notifications
  deletePushSubscription        sss c++++ .+ ss
  getPushPublicKey              ++. ..+.. .. ..
  savePushSubscription          sss c++++ .+ ss
desk
  addCaseNote                   sss cffff f+ ss
  answerTicket                  sss cffff f+ ss
  decideCase                    sss cffff f+ ss
  decideClaim                   sss cffff f+ ss
  decideReview                  sss cffff f+ ss
  deskBlockUser                 sss cffff f+ ss
  deskUnblockUser               sss cffff f+ ss
  decideCare                    sss cffff f+ ss
  viewCareCase                  sss cffff f+ ss
  findAtDesk                    sss cffff f+ ss
  handOverDeskItem              sss cffff f+ ss
  markDeskItemAsOpen            sss cffff f+ ss
  refundConversation            sss cffff f+ ss
  refundConversationPart        sss cffff f+ ss
  releaseHeldPayout             sss cffff f+ ss
  removeDeskItemAsOpen          sss cffff f+ ss
  skipDeskItem                  sss cffff f+ ss
  withdrawProposal              sss cffff f+ ss
  viewDeskCase                  sss cffff f+ ss
  viewDeskColleagues            sss cffff f+ ss
  viewDeskConversation          sss cffff f+ ss
  viewDeskFiles                 sss cffff f+ ss
  viewDeskPerson                sss cffff f+ ss
  viewDeskQueue                 sss cffff f+ ss
  viewDeskQueues                sss cffff f+ ss
`);
