// rho / distinguished points for internal 64-bit state of cyrb53 over 11-char ids of 6 bits each
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
static const char A[65]="0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
// message: 9 chars cover 54 bits of 53-bit key -> we look for collisions of final 53-bit key (fast) with f:53->53
static inline uint64_t key(const uint8_t*m,int n){uint32_t a=0xdeadbeef,b=0x41c6ce57;for(int i=0;i<n;i++){a=(a^m[i])*2654435761u;b=(b^m[i])*1597334677u;}
 a=((a^(a>>16))*2246822507u)^((b^(b>>13))*3266489909u);
 b=((b^(b>>16))*2246822507u)^((a^(a>>13))*3266489909u);
 return ((uint64_t)(b&2097151)<<32)|a;}
static inline uint64_t state(const uint8_t*m,int n){uint32_t a=0xdeadbeef,b=0x41c6ce57;for(int i=0;i<n;i++){a=(a^m[i])*2654435761u;b=(b^m[i])*1597334677u;}return ((uint64_t)b<<32)|a;}
static void msg(uint64_t x,uint8_t*m){m[0]='p';for(int i=0;i<9;i++){m[1+i]=A[x&63];x>>=6;}}
static inline uint64_t f(uint64_t x){uint8_t m[10];msg(x,m);return key(m,10);}
#define DB 17
static int want;
typedef struct{uint64_t start,end;uint32_t len;}T;
#define HB 20
static T tab[1<<HB];
static pthread_mutex_t mu=PTHREAD_MUTEX_INITIALIZER;static int found=0;
static void out(uint64_t x,uint64_t y){uint8_t m[11]={0},n[11]={0};msg(x,m);msg(y,n);printf("%s %s\n",m,n);fflush(stdout);}
static void collide(T p,T q){uint64_t x=p.start,y=q.start;uint32_t a=p.len,b=q.len;while(a>b){x=f(x);a--;}while(b>a){y=f(y);b--;}if(x==y)return;while(1){uint64_t u=f(x),v=f(y);if(u==v){out(x,y);found++;return;}x=u;y=v;}}
static void*run(void*arg){uint64_t s=(uint64_t)(size_t)arg*0x9E3779B97F4A7C15ull+12345;
 while(found<want){s=s*6364136223846793005ull+1442695040888963407ull;uint64_t x=s>>11,st=x;uint32_t len=0;
  do{x=f(x);len++;}while((x&((1<<DB)-1))&&len<(40u<<DB));
  if(x&((1<<DB)-1))continue;
  pthread_mutex_lock(&mu);T*t=&tab[(x>>DB)*0x9E3779B97F4A7C15ull>>(64-HB)];T o=*t;T nw={st,x,len};int hit=o.len&&o.end==x&&o.start!=st;*t=nw;
  if(hit&&found<want)collide(o,nw);pthread_mutex_unlock(&mu);
 }return 0;}
int main(int c,char**v){want=atoi(v[1]);pthread_t t[2];for(long i=0;i<2;i++)pthread_create(&t[i],0,run,(void*)(i+1));for(int i=0;i<2;i++)pthread_join(t[i],0);}
