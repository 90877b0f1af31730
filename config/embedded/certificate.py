"""Make the club's own certificate: a child of the embedded server, whose parent knows no keys.

A small authority signs it. Telephones trust the authority, once; the certificate follows the names
and addresses of this computer, and is made anew before it ends. The authority may vouch for these
names and for addresses inside a house alone, so that its key, which lies on a laptop, is of no use
against any site of the internet (RFC 5280, 4.2.1.10).
"""

import ipaddress
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_OF_AUTHORITY = timedelta(days=20 * 365)
_OF_SERVER = timedelta(days=397)  # telephones refuse what holds much longer
_RENEWED_BEFORE = timedelta(days=30)
_CLOCKS_DIFFER = timedelta(days=1)
_LONGEST_NAME = 64  # RFC 5280, appendix A
# Addresses that no site of the internet has: RFC 1918, 3927, 4193 and the loopback.
_HOUSES = [
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
    *("fc00::/7", "::1/128"),
]

PrivateKey = ec.EllipticCurvePrivateKey


def ensure(directory: Path, hosts: Sequence[str], now: datetime) -> Path:
    """The file with certificate and key for these hosts: the one that is kept, or a new one.

    The first host is the one of the links: where the authority may not vouch for it there is a new
    authority, and telephones have to trust it anew. Others it may not vouch for are left out.
    """
    authority = kept(directory / "authority.pem", now)
    if authority is None or not _may_vouch(authority[0], hosts[0]):
        authority = _new_authority(hosts, now)
        write(directory / "authority.pem", *authority)
    write(directory / "authority.crt", authority[0])
    named = sorted({host for host in hosts if _may_vouch(authority[0], host)})
    for path in directory.glob("server-*.pem"):
        server = kept(path, now)
        if server and _names(server[0]) == named and _signed(server[0], authority[0]):
            return path
        path.unlink()
    certificate, key = new_server(named, authority, now)
    made = directory / f"server-{certificate.serial_number:x}.pem"
    write(made, certificate, key)
    return made


def kept(path: Path, now: datetime) -> tuple[x509.Certificate, PrivateKey] | None:
    """What a file has, unless it is damaged or ends soon."""
    try:
        text = path.read_bytes()
        certificate, key = x509.load_pem_x509_certificate(text), load_pem_private_key(text, None)
    except (FileNotFoundError, ValueError):
        return None
    if not isinstance(key, PrivateKey) or certificate.not_valid_after_utc - now < _RENEWED_BEFORE:
        return None
    return certificate, key


def _new_authority(hosts: Sequence[str], now: datetime) -> tuple[x509.Certificate, PrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name(f"Undercut at {hosts[0]}"[: _LONGEST_NAME - 13] + f", {now:%Y-%m-%d}")
    builder = _builder(name, name, key, key, now, now + _OF_AUTHORITY)
    names = [host for host in hosts if _address(host) is None]
    others = [address for host in hosts if (address := _address(host)) and not _in_house(address)]
    networks = [ipaddress.ip_network(network) for network in (*_HOUSES, *map(str, others))]
    permitted = [
        *map(x509.DNSName, dict.fromkeys(["localhost", "local", *names])),
        *map(x509.IPAddress, networks),
    ]
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    builder = builder.add_extension(_usage(signs_certificates=True), critical=True)
    builder = builder.add_extension(x509.NameConstraints(permitted, None), critical=True)
    return builder.sign(key, hashes.SHA256()), key


def new_server(
    hosts: Sequence[str], authority: tuple[x509.Certificate, PrivateKey], now: datetime
) -> tuple[x509.Certificate, PrivateKey]:
    issuer, signing = authority
    key = ec.generate_private_key(ec.SECP256R1())
    until = min(now + _OF_SERVER, issuer.not_valid_after_utc)
    builder = _builder(_name("Undercut"), issuer.subject, key, signing, now, until)
    alternatives = [
        x509.DNSName(host) if (address := _address(host)) is None else x509.IPAddress(address)
        for host in hosts
    ]
    builder = builder.add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
    builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), True)
    builder = builder.add_extension(_usage(signs_certificates=False), critical=True)
    server = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
    builder = builder.add_extension(server, critical=False)
    return builder.sign(signing, hashes.SHA256()), key


def _builder(
    name: x509.Name,
    issuer: x509.Name,
    key: PrivateKey,
    signing: PrivateKey,
    now: datetime,
    until: datetime,
) -> x509.CertificateBuilder:
    public = key.public_key()
    own = x509.SubjectKeyIdentifier.from_public_key(public)
    signer = x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key())
    return (
        x509.CertificateBuilder(issuer, name, public, x509.random_serial_number())
        .not_valid_before(now - _CLOCKS_DIFFER)
        .not_valid_after(until)
        .add_extension(own, critical=False)
        .add_extension(signer, critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _in_house(address: IPv4Address | IPv6Address) -> bool:
    return any(address in ipaddress.ip_network(house) for house in _HOUSES)


def _may_vouch(authority: x509.Certificate, host: str) -> bool:
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints).value
    permitted = [subtree.value for subtree in constraints.permitted_subtrees or []]
    if address := _address(host):
        networks = [
            network for network in permitted if isinstance(network, IPv4Network | IPv6Network)
        ]
        return any(address in network for network in networks)
    return any(host == name or host.endswith(f".{name}") for name in map(str, permitted))


def _names(certificate: x509.Certificate) -> list[str]:
    found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return sorted(str(name.value) for name in found)


def _signed(certificate: x509.Certificate, authority: x509.Certificate) -> bool:
    """By this key, not only by somebody of this name."""
    signer = certificate.extensions.get_extension_for_class(x509.AuthorityKeyIdentifier).value
    own = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    return signer.key_identifier == own.digest


def write(path: Path, certificate: x509.Certificate, key: PrivateKey | None = None) -> None:
    """The file is there as a whole or not at all."""
    content = certificate.public_bytes(Encoding.PEM)
    if key:
        content += key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def main() -> int:
    """Print the file for the hosts that follow the directory."""
    directory, *hosts = sys.argv[1:]
    print(ensure(Path(directory), hosts, datetime.now(UTC)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
