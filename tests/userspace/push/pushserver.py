#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# pushserver - a service on the loopback that keeps what it is sent, and fails as it is told
#
#   pushserver DIR ACT...
#
# Writes its port to DIR/port. Each connection takes the next ACT; behind the last one it ends, and
# in any case after five minutes. Of request N, DIR/N.head has the request line and headers,
# DIR/N.body the body, DIR/N.FIELD each field of a form, and DIR/N.message that of gRPC-Web. An ACT
# is one of
#
#   STATUS[:NAME=VALUE]  an answer, with that header; its text names the token that came; to gRPC-Web
#                        200 is a call that is done
#   grpc-STATUS          a call that fails, by trailers in the body
#   bare-STATUS          the same, by headers alone
#   page                 an answer of 200 that is a page
#   marked-page          the same, behind the mark of UTF-8 and an empty line
#   cut-request          the connection ends within the request
#   cut-answer[:NAME=VALUE]
#                        the same, within the answer, which has that header
#   tls                  a handshake of TLS, by the certificate and key in DIR/tls.pem
import email
import os
import signal
import socket
import ssl
import struct
import sys

PAGES = {"page": b"<html><body>200</body></html>", "marked-page": b"\xef\xbb\xbf\r\n <!doctype html>"}
LINE = "no token %s is known\nsecond line\n"


def read_request(connection, path, whole):
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, body = data.split(b"\r\n\r\n", 1)
    headers = email.message_from_bytes(head.split(b"\r\n", 1)[1])
    size = int(headers["Content-Length"])
    while whole and len(body) < size:
        body += connection.recv(65536)
    with open(path + ".head", "wb") as file:
        file.write(head.replace(b"\r", b"") + b"\n")
    with open(path + ".body", "wb") as file:
        file.write(body)
    if headers.get_content_type() == "application/grpc-web+proto":
        flag, size = struct.unpack(">BI", body[:5])
        with open(path + ".message", "wb") as file:
            file.write(body[5:] if not flag and size == len(body) - 5 else b"no whole frame")
    if whole and headers.get_content_type() == "multipart/form-data":
        write_fields(headers["Content-Type"], body, path)
    return headers


def write_fields(content_type, body, path):
    form = email.message_from_bytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    for part in form.get_payload():
        name = part.get_param("name", header="content-disposition")
        # an email's line ends are not to be touched
        raw = body.split(b'name="' + name.encode() + b'"', 1)[1].split(b"\r\n\r\n", 1)[1]
        raw = raw.split(b"\r\n--" + form.get_boundary().encode(), 1)[0]
        with open(path + "." + name, "wb") as file:
            file.write(raw)


def reset(connection):
    """Ends it by a reset, as a service that crashes does."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def trailers(status, text):
    """An answer of gRPC-Web: an empty message if the call is done, and the trailers."""
    data = b"" if status else struct.pack(">BI", 0, 0)
    lines = b"grpc-message: %s\r\ngrpc-status: %d\r\n" % (text, status)
    return data + struct.pack(">BI", 0x80, len(lines)) + lines


def header_line(header):
    return header.replace("=", ": ", 1) + "\r\n" if header else ""


def answer(connection, act, headers):
    status, _, header = act.partition(":")
    text = LINE % headers.get("Authorization", "").removeprefix("Bearer ")
    body, line = text.encode(), text.split("\n")[0]
    kind, _, code = status.partition("-")
    if act in PAGES:
        status, body = "200", PAGES[act]
    elif kind == "bare":
        status, body = "200", b""
        header = "grpc-status=%s\r\ngrpc-message: %s" % (code, line)
    elif kind == "grpc":
        status, body = "200", trailers(int(code), line.encode())
    elif status == "200" and headers.get_content_type() == "application/grpc-web+proto":
        body = trailers(0, b"")
    lines = ["HTTP/1.1 %s word" % status, "Content-Length: %d" % len(body), "Connection: close"]
    connection.sendall(("\r\n".join(lines) + "\r\n" + header_line(header) + "\r\n").encode() + body)


def shake_hands(connection, path):
    """Keeps what comes behind the handshake, which an unknown certificate ends."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.dirname(path) + "/tls.pem")
    with open(path + ".tls", "wb") as file:
        try:
            file.write(context.wrap_socket(connection, server_side=True).recv(65536))
        except OSError:
            pass


def serve(connection, act, path):
    if act == "tls":
        shake_hands(connection, path)
        return
    headers = read_request(connection, path, act != "cut-request")
    if act == "cut-request":
        reset(connection)
    elif act.startswith("cut-answer"):
        header = header_line(act.partition(":")[2])
        connection.sendall(("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n%s\r\nsome" % header).encode())
        connection.close()
    else:
        answer(connection, act, headers)
        connection.close()


def main():
    signal.alarm(300)
    directory = sys.argv[1]
    with socket.create_server(("127.0.0.1", 0)) as server:
        with open(directory + "/port.new", "w") as file:
            file.write("%d\n" % server.getsockname()[1])
        os.rename(directory + "/port.new", directory + "/port")
        for number, act in enumerate(sys.argv[2:], 1):
            connection, _ = server.accept()
            serve(connection, act, "%s/%d" % (directory, number))


main()
