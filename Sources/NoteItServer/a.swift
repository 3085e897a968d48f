import Hummingbird
import JWTKit
import CSodium
import NIOWebSocket
import NIOHTTPTypesHTTP1
