// A device that gets push messages.

export const settings = {
    topics: ['notices', 'mentions', 'replies', 'reminders'],
    mustRead: true,
    showsText: false,
    exceptCourses: [],
}
export const device = {
    id: 'd1',
    name: 'A phone',
    host: 'push.example.edu',
    current: false,
    createdAt: '2026-11-20T10:00:00Z',
    sentAt: null,
    fault: null,
    settings,
}
