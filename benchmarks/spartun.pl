% SpaRTUN's forward rules in Prolog, tabled: the reference of benchmarks/spartun.py.
%
% The rules are those of encodings/spartun.lp, whose predicates have the same names here. Input, a term a line: story(Facts) with a
% list of f(Head,Tail,Label), then a question a line about the last story: fr(Head,Tail), or
% yn(Labels,Heads,Tails,HeadQuantifier,TailQuantifier). Output, a line a question: the list of labels in order, or yes or no; at
% the end the CPU seconds of deriving and answering, without those of reading and printing.

:- use_module(library(lists)).
:- use_module(library(readutil)).

:- dynamic(stated/3).
:- table said/3, equal/2, based/3, held/3, part/2, derived/3.

inverse(left, right).     inverse(right, left).
inverse(above, below).    inverse(below, above).
inverse(behind, front).   inverse(front, behind).
inverse(tpp, tppi).       inverse(tppi, tpp).
inverse(ntpp, ntppi).     inverse(ntppi, ntpp).
inverse(near, near).      inverse(far, far).
inverse(dc, dc).          inverse(ec, ec).
inverse(po, po).          inverse(eq, eq).

direction(left).    direction(right).
direction(above).   direction(below).
direction(behind).  direction(front).

lifts(dc).
lifts(far).
lifts(R) :- direction(R).

% What a find-relation question asks: every label but eq.
asked([left, right, above, below, behind, front, near, far, dc, ec, po, tpp, ntpp, tppi, ntppi]).

said(X, Y, R) :- stated(X, Y, R).
said(X, Y, R) :- inverse(R, S), stated(Y, X, S).

equal(X, Y) :- said(X, Y, eq).
equal(X, Z) :- equal(X, Y), said(Y, Z, eq), X \== Z.

based(X, Y, R) :- said(X, Y, R).
based(X, Z, R) :- direction(R), based(X, Y, R), said(Y, Z, R), X \== Z.
based(X, Y, eq) :- equal(X, Y).
based(X, Z, ntpp) :- said(X, Y, tpp), held(Y, Z, tpp), X \== Z.
based(X, Z, ntpp) :- based(X, Y, ntpp), said(Y, Z, tpp), X \== Z.
based(X, Z, ntpp) :- said(X, Y, ntpp), based(Y, Z, ntpp), X \== Z.
based(X, Y, ntppi) :- based(Y, X, ntpp).

held(X, Y, R) :- based(X, Y, R).
held(X, Z, R) :- equal(X, Y), based(Y, Z, R), X \== Z.
held(X, Z, R) :- equal(Y, Z), based(X, Y, R), X \== Z.
held(X, Y, near) :- equal(X, Y).

part(X, Y) :- held(X, Y, tpp).
part(X, Y) :- held(X, Y, ntpp).

derived(X, Y, R) :- held(X, Y, R).
derived(X, Z, R) :- lifts(R), part(X, Y), held(Y, Z, R), X \== Z.
derived(X, Z, R) :- lifts(R), part(Z, Y), held(X, Y, R), X \== Z.
derived(X, Z, R) :- lifts(R), part(X, Y), held(Y, U, R), part(Z, U), X \== Z.

% ---------------------------------------------------------------- questions

answer(fr(X, Y), Labels) :-
    asked(All),
    include(holds(X, Y), All, Labels).
answer(yn(Labels, Heads, Tails, H, T), Word) :-
    ( quantified(H, Heads, tails(T, Tails, Labels)) -> Word = yes ; Word = no ).

holds(X, Y, R) :- derived(X, Y, R), !.

related(Labels, X, Y) :- forall(member(R, Labels), holds(X, Y, R)).

tails(T, Tails, Labels, X) :- quantified(T, Tails, related(Labels, X)).

quantified(any, Things, Goal) :- !, member(X, Things), call(Goal, X), !.
quantified(_, Things, Goal) :- forall(member(X, Things), call(Goal, X)).

% ---------------------------------------------------------------- input and output

main :-
    read_term(user_input, Term, []),
    step(Term, 0.0).

step(end_of_file, Seconds) :- !,
    format("~6f~n", [Seconds]).
step(Term, Before) :-
    statistics(cputime, Start),
    ( Term = story(Facts) -> tell(Facts), Answer = told ; answer(Term, Answer) ),
    statistics(cputime, End),
    ( Answer == told -> true ; print(Answer), nl ),
    After is Before + End - Start,
    read_term(user_input, Next, []),
    step(Next, After).

tell(Facts) :-
    retractall(stated(_, _, _)),
    abolish_all_tables,
    forall(member(f(X, Y, R), Facts), assertz(stated(X, Y, R))).
