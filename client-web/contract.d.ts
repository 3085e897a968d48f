// The types of openapi.yaml, made by Tests/EndToEnd/Page/contract_types.py.
// deno-fmt-ignore-file
// deno-lint-ignore-file

export type ID = string

export type Day = string

export type Time = string

export type WallTime = string

export type Cursor = string

export type QueryText = string

export type SearchText = string

export type Next = string | null

export type Plain = string

export type Text = string

export type Title = string

export type ReplyText = string

export type Tag = string

export type Name = string

export type DisplayName = Name

export type Email = string

export type Password = string

export type Problem = { "type": string; "title": string; "status": number; "detail": string; "errors"?: ({ "field": string; "detail": string })[]; "reason"?: "pruned" | "epoch" | "ahead"; "overlaps"?: (TaskOverlap)[]; "error"?: "authorization_pending" | "slow_down" | "access_denied" | "expired_token" }

export type Health = { "status": "ok"; "version"?: string; "olderNodes"?: number }

export type Role = "student" | "instructor" | "admin"

export type Account = { "id": ID; "email": Email; "displayName": Name; "role": Role; "handle"?: Handle }

export type Handle = string

export type Author = { "id": ID; "displayName": string; "role": Role; "email"?: string; "handle"?: Handle }

export type AuthorPage = { "items": (Author)[]; "next": Next }

export type NewAccount = { "email": Email; "password": Password; "displayName": DisplayName; "device"?: Device; "cookie"?: InCookie; "invitation"?: string | null }

export type AccountPatch = { "email"?: (Email) | (null); "displayName"?: (DisplayName) | (null); "currentPassword"?: string | null }

export type PasswordConfirmation = { "currentPassword": string }

export type PasswordReset = { "email": Plain; "code": Plain; "newPassword": Password }

export type PasswordChange = { "currentPassword": string; "newPassword": Password }

export type Device = (Name) | (null)

export type Credentials = { "email": Plain; "password": string; "device"?: Device; "cookie"?: InCookie }

export type InCookie = boolean | null

export type SignedIn = { "account": Account; "accessToken": string; "expiresIn": number; "refreshToken"?: string; "recoveryCodes"?: (string)[] }

export type FactorNeeded = { "challenge": string; "expiresIn": number; "kinds": (string)[]; "key": string | null; "uri": string | null; "passkey": (PasskeyRequestOptions) | (null); "newPasskey": (PasskeyCreationOptions) | (null) }

export type FactorSignIn = { "challenge": Plain; "code"?: (FactorCode) | (null); "passkey"?: (PasskeyAssertion) | (null); "newPasskey"?: (PasskeyRegistration) | (null); "device"?: Device; "cookie"?: InCookie }

export type FactorCode = string

export type FactorProof = { "currentPassword"?: string | null; "code"?: (FactorCode) | (null) }

export type FactorKey = { "challenge": string; "expiresIn": number; "key": string; "uri": string }

export type NewFactor = { "challenge": Plain; "code": FactorCode; "name": CalendarName }

export type SecondFactor = { "id": ID; "kind": string; "name": string; "createdAt": Time; "lastUsed": (Time) | (null); "backedUp": boolean | null }

export type FactorName = { "name": CalendarName }

export type Base64URL = string

export type PasskeyDescriptor = { "type": "public-key"; "id": Base64URL; "transports": (string)[] }

export type PasskeyRequestOptions = { "challenge": Base64URL; "timeout": number; "rpId": string; "allowCredentials": (PasskeyDescriptor)[]; "userVerification": "required" | "preferred" }

export type PasskeyCreationOptions = { "rp": { "id": string; "name": string }; "user": { "id": Base64URL; "name": string; "displayName": string }; "challenge": Base64URL; "pubKeyCredParams": ({ "type": "public-key"; "alg": -7 | -8 | -257 })[]; "timeout": number; "excludeCredentials": (PasskeyDescriptor)[]; "authenticatorSelection": { "residentKey": "preferred"; "userVerification": "preferred" }; "attestation": "none" }

export type PasskeyRequest = { "challenge": string; "expiresIn": number; "options": PasskeyRequestOptions }

export type PasskeyCreation = { "challenge": string; "expiresIn": number; "options": PasskeyCreationOptions }

export type PasskeyAssertion = { "id": Base64URL; "type": "public-key"; "response": { "clientDataJSON": Base64URL; "authenticatorData": Base64URL; "signature": Base64URL; "userHandle"?: (Base64URL) | (null) } }

export type PasskeyRegistration = { "id": Base64URL; "type": "public-key"; "response": { "clientDataJSON": Base64URL; "attestationObject": Base64URL; "transports"?: (Plain)[] | null } }

export type PasskeySignIn = { "challenge": Plain; "passkey": PasskeyAssertion; "device"?: Device; "cookie"?: InCookie }

export type NewPasskey = { "challenge": Plain; "name": CalendarName; "passkey": PasskeyRegistration }

export type SecondFactors = { "factors": (SecondFactor)[]; "recoveryCodesLeft": number; "required": boolean }

export type AddedFactor = { "factor": SecondFactor; "recoveryCodes": (string)[] | null }

export type RecoveryCodes = { "recoveryCodes": (string)[] }

export type SignOnOffer = { "name": string | null; "only": boolean }

export type SignOnStart = { "url": string }

export type SignOnReturn = { "device"?: Device; "newAccount"?: boolean | null }

export type SignOnIdentity = { "id": ID; "issuer": string; "subject": string; "createdAt": Time; "lastUsed": (Time) | (null) }

export type SignOnLinks = { "name": string | null; "linked": (SignOnIdentity)[]; "signOutURL": string | null }

export type ApiToken = { "id": ID; "name": string; "scope": TokenScope; "course": string | null; "createdAt": Time; "expiresAt": Time; "lastUsed": (Time) | (null) }

export type TokenScope = "read" | "post"

export type ApiTokenPage = { "items": (ApiToken)[]; "next": Next }

export type NewApiToken = { "name": CalendarName; "scope": TokenScope; "course"?: (Plain) | (null); "days"?: number | null; "currentPassword": string }

export type MadeApiToken = { "id": ID; "name": string; "scope": TokenScope; "course": string | null; "createdAt": Time; "expiresAt": Time; "token": string }

export type Webhook = { "id": ID; "name": string; "host": string; "course": string | null; "changes": (WebhookKind)[]; "state": "active" | "failing" | "disabled"; "fault": string | null; "nextTry": (Time) | (null); "createdAt": Time; "oldSecretUntil": (Time) | (null) }

export type WebhookKind = "event.created" | "event.updated" | "event.deleted" | "reply.created" | "reply.updated" | "reply.deleted"

export type WebhookPage = { "items": (Webhook)[]; "next": Next }

export type NewWebhook = { "name": CalendarName; "url": string; "course"?: (Plain) | (null); "changes"?: (WebhookKind)[] | null; "currentPassword": string }

export type WebhookRotation = { "currentPassword": string }

export type WebhookSecret = { "webhook": Webhook; "secret": string }

export type WebhookDelivery = { "id": string; "type": string; "subject": string | null; "at": Time; "tries": number; "taken": boolean; "status": number | null; "milliseconds": number; "fault": string | null }

export type WebhookDeliveryPage = { "items": (WebhookDelivery)[]; "next": Next }

export type WebhookMessage = { "type": "event.created" | "event.updated" | "event.deleted" | "reply.created" | "reply.updated" | "reply.deleted" | "gap" | "ping"; "timestamp": Time; "course": string | null; "data": (EventUpsert) | (ReplyUpsert) | (Remove) | ({ "reason"?: "pruned" | "epoch" | "ahead" }) }

export type NtfyTopic = { "host": string; "createdAt": Time; "sentAt": (Time) | (null); "fault": string | null; "settings": PushSettings }

export type NtfyState = { "topic": (NtfyTopic) | (null) }

export type NewNtfyTopic = { "url": string; "currentPassword": string }

export type NtfyPatch = { "topics"?: (DeliveryTopic)[] | null; "mustRead"?: boolean | null; "showsText"?: boolean | null; "exceptCourses"?: (Plain)[] | null }

export type RefreshRequest = { "refreshToken"?: (Plain) | (null) }

export type Session = { "id": ID; "device": string | null; "createdAt": Time; "lastUsedAt": Time; "current": boolean }

export type NewDeviceSignIn = { "device"?: Device }

export type DeviceCodes = { "deviceCode": string; "userCode": string; "verificationUri": string; "verificationUriComplete": string; "expiresIn": number; "interval": number }

export type DevicePoll = { "deviceCode": Plain }

export type DeviceUserCode = { "userCode": TypedCode }

export type DeviceAnswer = { "userCode": TypedCode; "approve": boolean }

export type TypedCode = Plain

export type WaitingDevice = { "device": string | null; "address": string | null; "createdAt": Time; "expiresAt": Time }

export type SessionPage = { "items": (Session)[]; "next": Next }

export type StreamTicket = { "ticket": string; "expiresIn": number }

export type KeySet = { "keys": ({ "kty": "OKP"; "crv": "Ed25519"; "alg": "EdDSA"; "use": "sig"; "x": string; "kid": string })[] }

export type Term = { "id": string; "name": string; "startsOn": (Day) | (null); "endsOn": (Day) | (null); "timeZone": string; "current": boolean; "holidays": ({ "day": Day; "name": string })[] }

export type TermPage = { "items": (Term)[]; "next": Next }

export type Subject = { "code": string; "name": string; "courses": number }

export type SubjectPage = { "items": (Subject)[]; "next": Next }

export type Credits = number | string | null

export type CourseSummary = { "id": string; "term": string; "subject": string; "number": string; "title": string; "credits": Credits; "attributes": (string)[]; "sections": number; "open": boolean; "seatsKnown": boolean }

export type CoursePage = { "items": (CourseSummary)[]; "next": Next }

export type Course = { "id": string; "term": string; "subject": string; "number": string; "title": string; "credits": Credits; "description": string; "attributes": (string)[]; "prerequisites": string; "sections": (Section)[]; "linksCorrected"?: string }

export type Section = { "id": string; "crn": string; "code": string; "kind": string; "instructors": (string)[]; "meetings": (Meeting)[]; "capacity": number | null; "enrolled": number | null; "credits": Credits; "campus": string | null; "delivery": string | null; "components": ({ "kind": string; "sections": (string)[] })[] }

export type Meeting = { "days": string; "start": WallTime; "end": WallTime; "startsOn": (Day) | (null); "endsOn": (Day) | (null); "place": string; "kind"?: string }

export type Enrollment = { "section": string | null; "course": string; "role": "student" | "staff"; "since": Time }

export type EnrollmentPage = { "items": (Enrollment)[]; "next": Next; "waiting"?: (JoinRequest)[] }

export type JoinRequest = { "section": string; "course": string; "since": Time; "staffed": boolean }

export type CourseJoining = { "joining": Joining; "domains": (string)[]; "fromServer": boolean }

export type Joining = "open" | "domains" | "approval" | "roster"

export type JoiningChoice = { "joining"?: (Joining) | (null); "domains"?: (Plain)[] | null }

export type Invitation = { "id": ID; "course": string | null; "section": string | null; "role": "student" | "staff"; "email"?: string; "handle"?: string; "uses": number; "used": number; "createdBy": ID; "createdAt": Time; "expiresAt": Time; "revokedAt"?: Time }

export type InvitationPage = { "items": (Invitation)[]; "next": Next }

export type NewInvitation = { "role"?: "student" | "staff" | null; "section"?: (Plain) | (null); "uses"?: number | null; "expiresAt"?: (Time) | (null); "email"?: (Email) | (null); "handle"?: string | null }

export type MadeInvitation = { "invitation": Invitation; "code": string }

export type InvitationCode = { "code": string; "sections"?: (Plain)[] | null }

export type InvitationPreview = { "course": string | null; "title": string | null; "role": "student" | "staff"; "sections": ({ "id": string; "code": string; "kind": string })[]; "expiresAt": Time; "used": boolean }

export type Applicant = { "id": ID; "displayName": string; "handle": Handle; "email": string; "emailVerified": boolean; "sections": (string)[]; "since": Time }

export type ApplicantPage = { "items": (Applicant)[]; "next": Next }

export type JoinDecision = { "admitted": boolean; "sections"?: (Plain)[] | null }

export type EnrollRequest = { "sections": (Plain)[] }

export type Member = { "id": ID; "displayName": string; "handle": Handle; "email"?: string; "emailVerified"?: boolean; "role": Role; "places": (Enrollment)[] }

export type MemberPage = { "items": (Member)[]; "next": Next }

export type StaffGrant = { "sections"?: (Plain)[] | null }

export type RemovalPage = { "items": (Removal)[]; "next": Next }

export type NewReport = { "reason": string; "reply"?: (ID) | (null) }

export type ReportPatch = { "resolved": boolean }

export type Report = { "id": ID; "course": string; "event": ID; "number": number; "title": string; "reply": (ID) | (null); "replyNumber": number | null; "reason": string; "reporter": Author; "createdAt": Time; "resolvedAt": (Time) | (null); "resolvedBy": (Author) | (null) }

export type ReportPage = { "items": (Report)[]; "next": Next }

export type ScheduleSearch = { "courses": (Plain)[]; "anyOf"?: ({ "pick": number; "courses": (Plain)[] })[]; "busy"?: ({ "days": Plain; "start": WallTime; "end": WallTime; "hard"?: boolean; "place"?: Plain })[]; "daysOff"?: Plain; "daysAvoided"?: Plain; "earliest"?: WallTime; "latest"?: WallTime; "preferred"?: (WallTime)[]; "campuses"?: (Plain)[]; "openOnly"?: boolean; "delivery"?: "any" | "inPerson" | "online"; "pinned"?: (number)[]; "excluded"?: (number)[]; "instructors"?: (Plain)[]; "excludedInstructors"?: (Plain)[]; "breakMinutes"?: number; "ways"?: ({ "from": Plain; "to": Plain; "minutes": number })[]; "weights"?: { "gap"?: number; "day"?: number; "preferred"?: number; "walking"?: number; "rating"?: number; "grade"?: number; "busy"?: number; "dayAvoided"?: number; "untimed"?: number; "full"?: number; "campus"?: number }; "unknown"?: "middle" | "median"; "limit"?: number; "distinct"?: boolean; "budgetMillis"?: number }

export type ScheduleAnswer = { "rawCombinations": string; "feasible": string; "feasibleDistinct": string; "exact": boolean; "optimal": boolean; "bound": number | null; "timetables": ({ "cost": number; "crns": (number)[]; "parts": { "idleMinutes": number; "days": number; "minutesOutsidePreferred": number; "walkingMinutes": number; "rating": number; "grade": number; "untimed": number; "full": number; "otherCampuses": number; "soft": number }; "alternatives": ({ "course": string; "crns": ((number)[])[] })[]; "unrated": (number)[]; "ungraded": (number)[] })[]; "assumed": { "rating": number; "grade": number }; "scores"?: ({ "crn": number; "rating": number | null; "grade": number | null })[]; "conflicts"?: { "minimal": ((string)[])[]; "maxCourses": number | null; "maxCourseSets": ((string)[])[]; "otherRelaxations": number; "relaxations": ({ "drop": (string)[]; "timetables": string })[]; "complete": boolean } }

export type ScheduleProgress = { "phase": "waiting" | "ranking" | "counting" | "explaining"; "steps": number; "millis": number; "best": number | null; "bound": number | null }

export type Schedule = { "id": ID; "term": string; "name": string; "sections": (string)[]; "courses": (string)[]; "shared": boolean; "owner"?: string; "createdAt": Time; "editedAt": (Time) | (null); "rev": number }

export type Adoption = { "drop"?: (Plain)[] | null }

export type SchedulePage = { "items": (Schedule)[]; "next": Next }

export type NewSchedule = { "id"?: (ID) | (null); "term": Plain; "name": Title; "sections": (Plain)[]; "shared"?: boolean | null }

export type SchedulePatch = { "name"?: (Title) | (null); "sections"?: (Plain)[] | null; "shared"?: boolean | null }

export type TaskKind = "fixed" | "flexible"

export type TaskPriority = "high" | "medium" | "low"

export type Task = { "id": ID; "title": Title; "notes": string; "kind": TaskKind; "start": (Time) | (null); "end": (Time) | (null); "minutes": number | null; "earliest": (Time) | (null); "deadline": (Time) | (null); "priority": TaskPriority; "after": (ID)[]; "recurrence": (TaskRecurrence) | (null); "course": string | null; "event": (ID) | (null); "spaced": number | null; "calendarOnly": (string)[] | null; "every": (TaskEvery) | (null); "steps": (TaskStep)[] | null; "done": boolean; "minutesDone": number; "createdAt": Time; "editedAt": (Time) | (null); "rev": number }

export type TaskPage = { "items": (Task)[]; "next": Next }

export type TaskRecurrence = { "rule": string; "exceptions": (Time)[] }

export type NewTaskRecurrence = { "rule": string; "exceptions"?: (Time)[] | null }

export type TaskEvery = string

export type TaskStep = { "text": Title; "done": boolean }

export type NewTaskStep = { "text": Title; "done"?: boolean | null }

export type NewTaskSteps = (NewTaskStep)[]

export type TaskNotes = string

export type TaskMinutes = number

export type TaskDays = number

export type NewTask = { "id"?: (ID) | (null); "title": Title; "notes"?: (TaskNotes) | (null); "kind": TaskKind; "start"?: (Time) | (null); "end"?: (Time) | (null); "minutes"?: (TaskMinutes) | (null); "earliest"?: (Time) | (null); "deadline"?: (Time) | (null); "priority"?: (TaskPriority) | (null); "after"?: (ID)[] | null; "recurrence"?: (NewTaskRecurrence) | (null); "course"?: (Plain) | (null); "event"?: (ID) | (null); "spaced"?: (TaskDays) | (null); "every"?: (TaskEvery) | (null); "steps"?: (NewTaskSteps) | (null) }

export type TaskPatch = { "title"?: (Title) | (null); "notes"?: (TaskNotes) | (null); "kind"?: (TaskKind) | (null); "start"?: (Time) | (null); "end"?: (Time) | (null); "minutes"?: (TaskMinutes) | (null); "earliest"?: (Time) | (null); "deadline"?: (Time) | (null); "priority"?: (TaskPriority) | (null); "after"?: (ID)[] | null; "recurrence"?: (NewTaskRecurrence) | (null); "course"?: (Plain) | (null); "event"?: (ID) | (null); "spaced"?: (TaskDays) | (null); "every"?: (TaskEvery) | (null); "steps"?: (NewTaskSteps) | (null); "done"?: boolean | null }

export type TaskDone = { "done": boolean; "minutes"?: (TaskMinutes) | (null); "occurrence"?: (Time) | (null) }

export type TaskOverlap = { "kind": "task" | "class" | "busy"; "id": string; "title": string; "start": Time; "end": Time }

export type StudyHours = { "start": WallTime; "end": WallTime }

export type StudyDayHours = (StudyHours)[]

export type StudyWeekHours = { "M"?: StudyDayHours; "T"?: StudyDayHours; "W"?: StudyDayHours; "R"?: StudyDayHours; "F"?: StudyDayHours; "S"?: StudyDayHours; "U"?: StudyDayHours }

export type StudyAlerts = { "start"?: number | null; "end"?: number | null }

export type StudyRule = { "course": Plain; "kind": EventKind; "minutes": TaskMinutes }

export type NewStudySettings = { "timeZone"?: string | null; "hours"?: (StudyWeekHours) | (null); "minimumBlock"?: number | null; "maximumBlock"?: number | null; "break"?: number | null; "dailyLimit"?: number | null; "mode"?: "even" | "weeks" | "balanced" | null; "longestRun"?: number | null; "longBreak"?: number | null; "alerts"?: (StudyAlerts) | (null); "rules"?: (StudyRule)[] | null }

export type StudySettings = { "timeZone": string; "hours": StudyWeekHours; "minimumBlock": number; "maximumBlock": number; "break": number; "dailyLimit": number | null; "mode": "even" | "weeks" | "balanced"; "longestRun": number; "longBreak": number; "alerts": (StudyAlerts) & ({ "start": unknown; "end": unknown }); "rules": (StudyRule)[] }

export type StudyBlock = { "id": string; "kind": "study" | "break" | "fixed" | "class"; "start": Time; "end": Time; "task": string | null; "event": (ID) | (null); "course": string | null; "title": string; "pinned": boolean; "done": boolean; "missed": boolean }

export type StudyPlan = { "blocks": (StudyBlock)[]; "unplaced": ({ "task": string; "minutes": number; "because": { "reason": "hours" | "deadline" | "limit" | "after" | "blocks"; "detail": string; "change"?: (StudyChange) | (null) } })[]; "objective": (number)[]; "optimal": boolean; "bound"?: (number)[] }

export type StudyChange = { "setting": "hours" | "deadline" | "dailyLimit" | "minimumBlock" | "maximumBlock" | "after"; "day": (Day) | (null); "minutes": number | null; "time": (Time) | (null); "task": string | null }

export type StudyBlockPatch = { "start"?: (Time) | (null); "end"?: (Time) | (null); "pinned"?: boolean | null; "done"?: boolean | null; "missed"?: boolean | null }

export type StudyPreview = { "now": Time; "from": Day; "to": Day; "settings"?: (NewStudySettings) | (null); "tasks"?: (PreviewTask)[] | null; "busy"?: ({ "start": Time; "end": Time })[] | null; "blocks"?: (PreviewBlock)[] | null }

export type PreviewID = string

export type PreviewTask = { "id": PreviewID; "title"?: (Title) | (null); "kind": TaskKind; "start"?: (Time) | (null); "end"?: (Time) | (null); "minutes"?: (TaskMinutes) | (null); "earliest"?: (Time) | (null); "deadline"?: (Time) | (null); "priority"?: (TaskPriority) | (null); "after"?: (Plain)[] | null; "recurrence"?: (NewTaskRecurrence) | (null); "course"?: (Plain) | (null); "event"?: (ID) | (null); "spaced"?: (TaskDays) | (null); "done"?: boolean | null; "minutesDone"?: number | null; "createdAt"?: (Time) | (null) }

export type PreviewBlock = { "id": Plain; "kind"?: "study" | "break" | "fixed" | "class" | null; "start": Time; "end": Time; "task"?: (Plain) | (null); "pinned"?: boolean | null; "done"?: boolean | null; "missed"?: boolean | null }

export type StudyStats = { "added": number; "done": number; "open": number; "minutes": { "byCourse": ({ "course": string | null; "minutes": number })[]; "byWeek": ({ "week": Day; "minutes": number })[] }; "streakDays": number; "topics": ({ "title": string; "lastStudied": Time; "minutes": number })[] }

export type CourseLoad = { "days": ({ "day": Day; "deadlines": number; "share": number })[] }

export type CourseCode = string

export type AcademicTerm = string

export type Season = "spring" | "summer" | "fall"

export type CreditAmount = number

export type Grade = string

export type CreditLimits = (CreditAmount) | ({ "spring"?: (CreditAmount) | (null); "summer"?: (CreditAmount) | (null); "fall"?: (CreditAmount) | (null) })

export type RequirementTree = ({ "all": (RequirementTree)[] }) | ({ "any": (RequirementTree)[] }) | ({ "atLeast": number; "of": (RequirementTree)[] }) | ({ "course": CourseCode; "minimumGrade"?: (Grade) | (null); "concurrent"?: boolean | null }) | ({ "credits": CreditAmount; "subject"?: string | null; "from"?: number | null; "to"?: number | null }) | ({ "level": number }) | ({ "permission": true }) | ({ "unknown": string }) | ({ "highSchool": string; "minimumGrade"?: (Grade) | (null) })

export type CoursePattern = ({ "course": unknown }) | (({ "subject": unknown }) | ({ "from": unknown }) | ({ "to": unknown })) | ({ "attribute": unknown }) | ({ "any": unknown })

export type Programme = { "id": Title; "name"?: (Title) | (null); "catalogYear"?: (number) | (string) | (null); "credits"?: (CreditAmount) | (null); "residencyCredits"?: (CreditAmount) | (null); "requirements": (ProgrammeRequirement)[] }

export type ProgrammeRequirement = { "id": Title; "name"?: (Title) | (null); "courses"?: number | null; "credits"?: (CreditAmount) | (null); "from": (CoursePattern)[]; "minimumGrade"?: (Grade) | (null); "mayShareWith"?: (string)[] | null }

export type ProgrammeSummary = { "id": string; "name": string; "catalogYear": number | null; "credits": (CreditAmount) | (null); "requirements": number }

export type ProgrammePage = { "items": (ProgrammeSummary)[]; "next": Next }

export type CatalogEntry = { "code": CourseCode; "title": string; "description": string; "credits": Credits; "level": string; "attributes": (string)[]; "offered": (Season)[] | null }

export type CatalogPage = { "items": (CatalogEntry)[]; "next": Next }

export type CourseRequirements = { "course": CourseCode; "text": string; "prerequisites": RequirementTree; "corequisites": RequirementTree; "exclusions": (CourseCode)[]; "opens": (CourseCode)[]; "correction"?: { "note": string; "at": Time }; "spellings"?: ({ "spelling": string; "attribute": string })[] }

export type RecordKind = "taken" | "transfer" | "exam" | "waiver"

export type RecordItem = { "course": CourseCode; "term": (AcademicTerm) | (null); "credits": (CreditAmount) | (null); "grade": (Grade) | (null); "kind": RecordKind; "inProgress": boolean; "reason"?: string }

export type AcademicRecord = { "items": (RecordItem)[]; "rev": number }

export type NewRecordItem = { "course": CourseCode; "term"?: (AcademicTerm) | (null); "credits"?: (CreditAmount) | (null); "grade"?: (Grade) | (null); "kind"?: "taken" | "transfer" | "exam" | "waiver" | null; "inProgress"?: boolean | null; "reason"?: (Plain) | (null) }

export type NewAcademicRecord = { "items": (NewRecordItem)[] }

export type DegreeElective = { "requirement": string | null; "credits": CreditAmount }

export type PlanTerm = { "term": AcademicTerm; "courses": (CourseCode)[]; "electives"?: (DegreeElective)[] }

export type PlanTerms = (PlanTerm)[]

export type PlanProblemKind = "prerequisite" | "corequisite" | "exclusion" | "repeat" | "notOffered" | "credits"

export type AcceptedProblem = { "term": AcademicTerm; "course": CourseCode; "kind": PlanProblemKind }

export type PlanApproval = { "by": Author; "at": Time }

export type DegreePlan = { "id": ID; "owner": Author; "name": string; "programme": string | null; "terms": (PlanTerm)[]; "creditsPerTerm": (CreditLimits) | (null); "accepted": (AcceptedProblem)[]; "shared": boolean; "approved": (PlanApproval) | (null); "approvalLost": (PlanApproval) | (null); "replyCount": number; "createdAt": Time; "editedAt": (Time) | (null); "rev": number }

export type DegreePlanPage = { "items": (DegreePlan)[]; "next": Next }

export type NewDegreePlan = { "id"?: (ID) | (null); "name": Title; "programme"?: string | null; "terms"?: (PlanTerms) | (null); "creditsPerTerm"?: (CreditLimits) | (null); "accepted"?: (AcceptedProblem)[] | null; "shared"?: boolean | null }

export type DegreePlanPatch = { "name"?: (Title) | (null); "programme"?: string | null; "terms"?: (PlanTerms) | (null); "creditsPerTerm"?: (CreditLimits) | (null); "accepted"?: (AcceptedProblem)[] | null; "shared"?: boolean | null }

export type DegreePlanDraft = { "name"?: (Title) | (null); "programme"?: string | null; "terms"?: (PlanTerms) | (null); "creditsPerTerm"?: (CreditLimits) | (null); "accepted"?: (AcceptedProblem)[] | null; "shared"?: boolean | null; "record"?: GivenRecord }

export type PlanCheck = { "problems": ({ "term": AcademicTerm; "course": (CourseCode) | (null); "kind": PlanProblemKind; "detail": string; "missing"?: RequirementTree; "accepted": boolean; "unsure": boolean })[]; "taken"?: ({ "course": CourseCode; "term": (AcademicTerm) | (null); "credits": (CreditAmount) | (null); "kind": RecordKind; "inProgress": boolean })[] }

export type PlanReply = { "id": ID; "plan": ID; "number": number; "parent": (ID) | (null); "body": ReplyText; "author": Author; "createdAt": Time; "editedAt": (Time) | (null); "rev": number }

export type PlanReplyPage = { "items": (PlanReply)[]; "next": Next }

export type DegreeStatus = "done" | "inProgress" | "planned" | "missing"

export type DegreeTotal = { "needs": CreditAmount; "has": number }

export type DegreeAudit = { "satisfied": boolean; "requirements": ({ "id": string; "name": string; "status": DegreeStatus; "needs": number; "has": number; "courses": ({ "course": CourseCode; "status": DegreeStatus; "term": (AcademicTerm) | (null); "credits": CreditAmount; "kind": RecordKind; "matches": CoursePattern })[] })[]; "leftOver": (CourseCode)[]; "excluded"?: ({ "course": CourseCode; "beside": (CourseCode)[] })[]; "objective": (number)[]; "optimal": boolean; "credits"?: DegreeTotal; "residencyCredits"?: DegreeTotal }

export type ProgrammeChoice = (string) | (Programme)

export type GivenRecord = (NewAcademicRecord) | ((NewRecordItem)[]) | (null)

export type GivenCourses = { [name: string]: { "credits"?: (CreditAmount) | (null); "attributes"?: (Plain)[] | null } } | null

export type AuditRequest = { "programme": ProgrammeChoice; "record"?: GivenRecord; "terms"?: (PlanTerms) | (null); "courses"?: GivenCourses }

export type PathRequest = { "programme": ProgrammeChoice; "record"?: GivenRecord; "from": AcademicTerm; "creditsPerTerm": CreditLimits; "offered"?: { [name: string]: (Season)[] } | null; "prerequisites"?: { [name: string]: RequirementTree } | null; "courses"?: GivenCourses }

export type DegreePath = { "feasible": boolean; "graduates": (AcademicTerm) | (null); "terms": ({ "term": AcademicTerm; "courses": (CourseCode)[]; "electives": (DegreeElective)[] })[]; "critical": (CourseCode)[]; "optimal": boolean; "assumed": (string)[]; "assumptions"?: ({ "course": CourseCode; "text": string })[]; "because"?: ({ "kind": "cycle" | "notOffered" | "credits" | "prerequisite" | "programme"; "courses": (CourseCode)[]; "detail": string })[] }

export type ParseRequest = { "text": Plain; "subject"?: string | null }

export type ParsedRequirements = { "prerequisites": RequirementTree; "corequisites": RequirementTree; "complete": boolean }

export type SectionSeats = { "id": string; "code": string; "capacity": number | null; "enrolled": number | null }

export type SeatWatch = { "section": SectionSeats; "course": string; "since": Time }

export type SeatWatchPage = { "items": (SeatWatch)[]; "next": Next }

export type Notification = { "id": ID; "kind": string; "course": string | null; "section": (SectionSeats) | (null); "event": (ID) | (null); "number": number | null; "reply": (ID) | (null); "task": (ID) | (null); "plan": (ID) | (null); "text": string | null; "minutes": number | null; "createdAt": Time; "readAt": (Time) | (null) }

export type NotificationPage = { "items": (Notification)[]; "next": Next }

export type EventMarkPatch = { "seen"?: number | null; "following"?: boolean | null; "muted"?: boolean | null; "done"?: boolean | null; "remindAt"?: (Time) | (null) }

export type ReadRequest = { "events"?: ({ "event": ID; "seen": number })[] | null; "course"?: string | null }

export type PreferencesPatch = { "reminders"?: (number)[] | null; "mutedCourses"?: (Plain)[] | null; "follows"?: (CourseFollow)[] | null }

export type NewNotice = { "id"?: (ID) | (null); "sections"?: (Plain)[] | null; "courses"?: (Plain)[] | null; "title": Title; "body"?: (Text) | (null); "due"?: (Time) | (null); "mustRead"?: boolean | null; "publishAt"?: (Time) | (null) }

export type NoticeReach = { "people": number }

export type NoticeReceipts = { "people": number; "seen": number }

export type EventItems = { "items": (Event)[]; "next": null }

export type NotificationsPatch = { "read": (ID)[] }

export type EventKind = "note" | "question" | "reminder" | "exam" | "notice" | "assignment"

export type Visibility = "public" | "staff" | "private"

export type Tags = (Tag)[]

export type SectionIDs = (Plain)[]

export type Event = { "id": ID; "course": string; "number": number; "kind": EventKind; "title": Title; "body": Text; "tags": Tags; "due": (Time) | (null); "visibility": Visibility; "sections": SectionIDs; "author": Author; "createdAt": Time; "editedAt": (Time) | (null); "rev": number; "replyCount": number; "latestText": string; "dueHistory": (DueChange)[]; "dueMoves": number; "activity": number; "newest": number; "pinned": boolean; "publication": ({ "at": Time; "visibility": "public" | "staff" }) | (null); "anonymous": boolean; "accepted": (ID) | (null); "endorsed": (ID) | (null); "meToo": number; "mustRead": boolean; "attachments": (Attachment)[]; "unknownMentions"?: UnknownMentions }

export type UnknownMentions = (string)[]

export type Attachment = { "id": ID; "name": string; "size": number; "mediaType": string; "sha256": string }

export type AttachmentIDs = (ID)[]

export type EventMark = { "event": ID; "course": string; "seen": number; "mine": boolean; "meToo": boolean; "following": boolean; "muted": boolean; "done": boolean; "thanked": (ID)[]; "remindAt": (Time) | (null); "alias": (ID) | (null) }

export type Preferences = { "reminders": (number)[]; "mutedCourses": (string)[]; "follows": (CourseFollow)[] }

export type MailState = { "available": boolean; "address": string; "verified": boolean; "settings": MailSettings }

export type MailSettings = { "digest": MailDigest; "digestAt": string; "digestDay": "M" | "T" | "W" | "R" | "F" | "S" | "U"; "atOnce": (DeliveryTopic)[]; "mustRead": boolean; "quiet": (QuietHours) | (null); "language": string }

export type MailPatch = { "digest"?: MailDigest; "digestAt"?: string; "digestDay"?: "M" | "T" | "W" | "R" | "F" | "S" | "U"; "atOnce"?: (DeliveryTopic)[]; "mustRead"?: boolean; "quiet"?: (QuietHours) | (null); "language"?: string }

export type MailDigest = "off" | "daily" | "weekly"

export type DeliveryTopic = "notices" | "mentions" | "replies" | "reminders"

export type QuietHours = { "start": string; "end": string }

export type PushState = { "available": boolean; "applicationServerKey": string | null; "devices": (PushDevice)[] }

export type PushDevice = { "id": string; "name": string; "host": string; "current": boolean; "createdAt": string; "sentAt": string | null; "fault": string | null; "settings": PushSettings }

export type PushSettings = { "topics": (DeliveryTopic)[]; "mustRead": boolean; "showsText": boolean; "exceptCourses": (string)[] }

export type PushDevicePatch = { "name"?: DeviceName; "topics"?: (DeliveryTopic)[]; "mustRead"?: boolean; "showsText"?: boolean; "exceptCourses"?: (Plain)[] }

export type DeviceName = string

export type NewPushDevice = { "endpoint": string; "keys": { "p256dh": string; "auth": string }; "name"?: DeviceName }

export type ResetMailRequest = { "email": string }

export type CourseFollow = { "course": Plain; "kind"?: (EventKind) | (null); "tag"?: (Tag) | (null) }

export type Removal = { "id": ID; "course": string; "event": ID; "number": number; "reply": boolean; "replyNumber": number | null; "title": string | null; "removedAt": Time; "reason": string | null }

export type DueChange = { "from": (Time) | (null); "to": (Time) | (null); "by": Author; "at": Time }

export type SearchPage = { "items": (SearchHit)[]; "next": Next }

export type SearchHit = { "event": Event; "reply": (Reply) | (null); "title": MarkedText; "excerpt": MarkedText; "files": (MarkedText) | (null) }

export type MarkedText = { "text": string; "marks": ({ "from": number; "to": number })[] }

export type NewEvent = { "id"?: (ID) | (null); "title": Title; "body"?: (Text) | (null); "kind"?: (EventKind) | (null); "tags"?: (Tags) | (null); "due"?: (Time) | (null); "visibility"?: (Visibility) | (null); "sections"?: (SectionIDs) | (null); "attachments"?: (AttachmentIDs) | (null); "anonymous"?: WishToHide; "publishAt"?: (Time) | (null) }

export type EventPatch = { "title"?: (Title) | (null); "body"?: (Text) | (null); "kind"?: (EventKind) | (null); "tags"?: (Tags) | (null); "due"?: (Time) | (null); "visibility"?: (Visibility) | (null); "sections"?: (SectionIDs) | (null); "attachments"?: (AttachmentIDs) | (null); "publishAt"?: (Time) | (null) }

export type DuePage = { "sections": ({ "due": (Day) | (null); "events": (Event)[] })[]; "next": Next }

export type Reply = { "id": ID; "event": ID; "number": number; "parent": (ID) | (null); "body": ReplyText; "author": Author; "createdAt": Time; "editedAt": (Time) | (null); "rev": number; "thanks": number; "anonymous": boolean; "attachments": (Attachment)[]; "unknownMentions"?: UnknownMentions }

export type ReplyPage = { "items": (Reply)[]; "next": Next }

export type DueHistoryPage = { "items": (DueChange)[]; "next": Next }

export type NewReply = { "id"?: (ID) | (null); "body": ReplyText; "parent"?: (ID) | (null); "attachments"?: (AttachmentIDs) | (null); "anonymous"?: WishToHide }

export type WishToHide = boolean | null

export type AnswerChoice = { "reply": ID }

export type ReplyPatch = { "body": ReplyText; "attachments"?: (AttachmentIDs) | (null) }

export type CalendarFeedPart = "classes" | "due" | "study" | "tasks"

export type CalendarName = string

export type CalendarFeed = { "id": ID; "name": string; "include": (CalendarFeedPart)[]; "courses": (string)[] | null; "createdAt": Time; "lastRead": (Time) | (null) }

export type CalendarFeedPage = { "items": (CalendarFeed)[]; "next": Next }

export type NewCalendarFeed = { "name": CalendarName; "include": (CalendarFeedPart)[]; "courses"?: (string)[] | null }

export type MadeCalendarFeed = { "id": ID; "url": string }

export type AppPassword = { "id": ID; "name": string; "createdAt": Time; "lastUsed": (Time) | (null) }

export type AppPasswordPage = { "items": (AppPassword)[]; "next": Next }

export type NewAppPassword = { "name": CalendarName; "currentPassword": string }

export type MadeAppPassword = { "id": ID; "name": string; "createdAt": Time; "password": string }

export type CalendarImport = { "id": ID; "name": string; "host": string | null; "lastSynced": (Time) | (null); "lastError": string | null; "nextSync": (Time) | (null); "events": number; "leftOut": (ImportLeftOut) | (null); "busy": boolean; "allDayBusy": boolean | null; "freeDays": number | null; "tasks": boolean; "rev": number }

export type ImportLeftOut = { "count": number; "why": (string)[] }

export type CalendarImportPage = { "items": (CalendarImport)[]; "next": Next }

export type NewCalendarImport = { "name": CalendarName; "url": string; "busy"?: boolean | null; "allDayBusy"?: boolean | null; "tasks"?: boolean | null }

export type CalendarItem = { "kind": "class" | "due" | "study" | "task" | "personal" | "import"; "title": string; "location": string; "start": Time; "end": Time; "allDay": boolean; "done": boolean | null; "id": string; "course": string | null; "reference": string | null; "calendar": string | null }

export type CalendarDays = { "from": Day; "to": Day; "timeZone": string; "items": (CalendarItem)[]; "complete": boolean; "imports": (CalendarImport)[] }

export type PersonalEvent = { "id": ID; "calendar": string; "title": string; "location": string; "start": Time; "end": Time; "allDay": boolean; "rule": string | null; "series": (PersonalEventSeries) | (null); "dayZone": string | null; "createdAt": Time; "editedAt": (Time) | (null); "rev": number }

export type PersonalEventSeries = { "first": (PersonalOccurrence); "timeZone": string | null; "rule": string | null; "exceptions": (Time)[]; "others": (PersonalOccurrence)[] }

export type PersonalOccurrence = { "title": string; "location": string; "start": Time; "end": Time; "allDay": boolean }

export type Snapshot = { "cursor": Cursor; "account": Account; "enrollments": (Enrollment)[]; "courses": (Course)[]; "notifications": (Notification)[]; "seatWatches": (SeatWatch)[]; "marks": (EventMark)[]; "preferences": (Preferences) | (null); "removals": (Removal)[]; "studySettings": (StudySettings) | (null); "studyPlan": (StudyPlan) | (null); "tasks": (Task)[]; "record": (AcademicRecord) | (null); "plans": (DegreePlan)[]; "planReplies": (PlanReply)[]; "personalEvents": (PersonalEvent)[]; "calendarImports": (CalendarImport)[]; "events": (Event)[]; "replies": (Reply)[]; "next": Next }

export type ChangePage = { "changes": (Change)[]; "cursor": Cursor; "more": boolean }

export type Change = (EventUpsert) | (ReplyUpsert) | (EnrollmentUpsert) | (CourseUpsert) | (AccountUpsert) | (NotificationUpsert) | (SeatWatchUpsert) | (MarkUpsert) | (PreferencesUpsert) | (RemovalUpsert) | (TaskUpsert) | (StudySettingsUpsert) | (StudyPlanUpsert) | (RecordUpsert) | (DegreePlanUpsert) | (PlanReplyUpsert) | (PersonalEventUpsert) | (CalendarImportUpsert) | (Remove) | (ScopeChange)

export type EventUpsert = { "op": "upsert"; "type": "event"; "id": ID; "rev": number; "body": Event }

export type ReplyUpsert = { "op": "upsert"; "type": "reply"; "id": ID; "rev": number; "body": Reply }

export type EnrollmentUpsert = { "op": "upsert"; "type": "enrollment"; "id": string; "body": Enrollment }

export type CourseUpsert = { "op": "upsert"; "type": "course"; "id": string; "body": Course }

export type AccountUpsert = { "op": "upsert"; "type": "account"; "id": ID; "body": Account }

export type NotificationUpsert = { "op": "upsert"; "type": "notification"; "id": ID; "body": Notification }

export type SeatWatchUpsert = { "op": "upsert"; "type": "seatWatch"; "id": string; "body": SeatWatch }

export type MarkUpsert = { "op": "upsert"; "type": "mark"; "id": ID; "body": EventMark }

export type PreferencesUpsert = { "op": "upsert"; "type": "preferences"; "id": ID; "body": Preferences }

export type RemovalUpsert = { "op": "upsert"; "type": "removal"; "id": ID; "body": Removal }

export type TaskUpsert = { "op": "upsert"; "type": "task"; "id": ID; "body": Task }

export type StudySettingsUpsert = { "op": "upsert"; "type": "studySettings"; "id": ID; "body": StudySettings }

export type StudyPlanUpsert = { "op": "upsert"; "type": "studyPlan"; "id": ID; "body": StudyPlan }

export type RecordUpsert = { "op": "upsert"; "type": "record"; "id": ID; "body": AcademicRecord }

export type DegreePlanUpsert = { "op": "upsert"; "type": "degreePlan"; "id": ID; "body": DegreePlan }

export type PlanReplyUpsert = { "op": "upsert"; "type": "planReply"; "id": ID; "body": PlanReply }

export type PersonalEventUpsert = { "op": "upsert"; "type": "personalEvent"; "id": ID; "body": PersonalEvent }

export type CalendarImportUpsert = { "op": "upsert"; "type": "calendarImport"; "id": ID; "body": CalendarImport }

export type Remove = { "op": "remove"; "type": string; "id": string }

export type ScopeChange = { "op": "scopeGranted" | "scopeRevoked"; "course": string; "section": string | null }
