// IndexedDB in promises.

export class DatabaseError extends Error {
    /** @param {'slow' | 'closed' | 'full' | 'broken'} why @param {unknown} [cause] */
    constructor(why, cause) {
        super(`the database is ${why}`, { cause })
        this.why = why
    }
}

// Browsers keep a page that was left, to show it again as it was (the back-forward cache); WebKit keeps its transactions too,
// and all other tabs would wait for them. So they end with the page. One that is shown again is loaded anew: it heard nothing
// meanwhile, and somebody may have signed out.
/** @type {Set<IDBTransaction>} */
const running = new Set()
let isLeft = false
addEventListener('pagehide', () => {
    isLeft = true
    running.forEach(undo)
})
addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    document.documentElement.hidden = true
    location.reload()
})

/** @param {IDBTransaction} transaction */
function watch(transaction) {
    running.add(transaction)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction))
}

/** @param {IDBTransaction} transaction */
function undo(transaction) {
    try {
        transaction.abort()
    } catch {
        // It has ended by itself.
    }
}

/**
 * Opens a database. One of another version is emptied first, unless `keeps` says that it is to be kept.
 * @param {string} name @param {number} version @param {(db: IDBDatabase, from: number) => void} make makes the stores
 * @param {{ keeps?: boolean, patience?: number }} [options]
 * @returns {Promise<IDBDatabase>} throws a `DatabaseError`
 */
export function open(name, version, make, { keeps = false, patience = 2000 } = {}) {
    return new Promise((resolve, reject) => {
        let isLate = false
        const timer = setTimeout(() => {
            isLate = true
            reject(new DatabaseError('slow'))
        }, patience)
        /** @type {IDBOpenDBRequest} */
        let request
        try {
            request = indexedDB.open(name, version)
        } catch (error) {
            clearTimeout(timer)
            return reject(new DatabaseError('broken', error))
        }
        request.onupgradeneeded = ({ oldVersion }) => {
            const db = request.result
            watch(/** @type {IDBTransaction} */ (request.transaction))
            if (!keeps) { for (const store of [...db.objectStoreNames]) db.deleteObjectStore(store) }
            make(db, oldVersion)
        }
        request.onerror = () => {
            if (isLeft) return
            clearTimeout(timer)
            const { error } = request
            // A tab with a newer page has been here.
            if (error?.name === 'VersionError' && !keeps) {
                indexedDB.deleteDatabase(name)
            }
            reject(new DatabaseError(error?.name === 'QuotaExceededError' ? 'full' : 'broken', error))
        }
        request.onsuccess = () => {
            clearTimeout(timer)
            const db = request.result
            // Another tab wants to change or delete it: this one must not be in its way.
            db.onversionchange = () => db.close()
            if (isLate) db.close()
            else resolve(db)
        }
    })
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export function answer(request) {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
    })
}

/**
 * Works in a transaction, which is undone if the work throws. Nothing but the database may be awaited in it. In a page that was
 * left it never ends.
 * @template T
 * @param {IDBDatabase} db @param {string[]} stores @param {IDBTransactionMode} mode
 * @param {(transaction: IDBTransaction) => Promise<T> | T} work
 * @returns {Promise<T>} after the commit, of what was only read at once; throws a `DatabaseError`
 */
export async function within(db, stores, mode, work) {
    /** @type {IDBTransaction} */
    let transaction
    if (isLeft) return new Promise(() => {})
    try {
        transaction = db.transaction(stores, mode, { durability: 'relaxed' })
    } catch (error) {
        throw new DatabaseError('closed', error)
    }
    watch(transaction)
    /** @type {Promise<void>} */
    const ended = new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => isLeft || reject(transaction.error ?? new Error('undone'))
    })
    /** @type {T} */
    let result
    try {
        result = await work(transaction)
    } catch (error) {
        undo(transaction)
        await ended.catch((reason) => {
            throw failure(reason.name === 'QuotaExceededError' ? reason : error)
        })
        throw failure(error)
    }
    if (mode === 'readwrite') {
        await ended.catch((error) => {
            throw failure(error)
        })
    } else ended.catch(() => {})
    return result
}

/** @param {any} error */
function failure(error) {
    if (!(error instanceof DOMException)) return error
    if (error.name === 'QuotaExceededError') return new DatabaseError('full', error)
    return new DatabaseError(error.name === 'InvalidStateError' ? 'closed' : 'broken', error)
}
